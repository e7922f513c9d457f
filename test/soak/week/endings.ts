/** A token and a guest that end during the week, and two deployments, with a rotation of the keys. */

import { openStream, type Reader } from "../../unit/worker/api/stream-reader.ts";
import { type Clock, MINUTE, SECOND } from "./clock.ts";
import type { Home } from "./home.ts";
import { castOf } from "./life.ts";
import type { Service } from "./service.ts";

export type Checks = { words: string; good: boolean }[];

export interface Week {
  clock: Clock;
  service: Service;
  homes: readonly Home[];
  checks: Checks;
  /** The moment after this many sevenths of the run, in whole hours. */
  seventh(count: number): number;
  /** Counts an object's rows, and puts it to sleep. */
  sleep(home: Home): Promise<void>;
}

const iso = (at: number) => new Date(at).toISOString();

/** A token with a connection ends on the third day. */
export async function tokenThatEnds({ clock, service, homes, checks, seventh }: Week): Promise<void> {
  const [home] = homes as [Home];
  const end = seventh(3) + 7.5 * MINUTE;
  const body = { name: "Ends", scopes: ["devices:read", "messages:read:#"], expires_at: iso(end) };
  const { token } = await home.make("POST /v0/tokens/", body);
  const login = { clientId: "token", username: "token", password: token as string };
  const status = async () => (await service.call("GET /v0/devices/on-off/", undefined, { token })).status;
  let connection: Awaited<ReturnType<Service["connect"]>>;
  clock.at(end - 40 * SECOND, async () => {
    connection = await service.connect(home.owner.id, login);
  });
  clock.at(end - SECOND, async () => {
    await connection.client.all();
    const [{ code, client }, http] = [connection, await status()];
    checks.push({
      words: `a second before its end a token works: CONNACK ${code}, HTTP ${http}`,
      good: code === 0 && client.closed === null && http === 200,
    });
  });
  clock.at(end + SECOND, async () => {
    await connection.client.end();
    const [{ code }, http] = [await service.connect(home.owner.id, login), await status()];
    checks.push({
      words: `a second after its end its connection is closed: CONNACK ${code}, HTTP ${http}`,
      good: code !== 0 && http === 401,
    });
  });
}

/** A guest that may switch one device ends on the fifth day, with its page open. */
export async function guestThatEnds({ clock, service, homes, checks, seventh }: Week): Promise<void> {
  const [home] = homes as [Home];
  const end = seventh(5) + 40.25 * MINUTE;
  const { fan } = castOf(home);
  const body = { name: "Anna", devices: [fan.id], may: "switch", ends_at: iso(end) };
  const { token } = await home.make("POST /v0/guests/", body);
  const headers = { Authorization: `Token ${token}` };
  const call = async (line: string, body?: unknown) => (await service.call(line, body, { token })).status;
  const open = () => openStream("?filter=devices/%2B/status", headers);
  const answers = async () => [
    await call("GET /v0/devices/on-off/"),
    await call(`GET /v0/devices/on-off/${fan.id}/values/`),
    await call(`POST /v0/devices/on-off/${fan.id}/switch/`, { state: true }),
  ];
  let page: Reader;
  clock.at(end - MINUTE, async () => {
    page = await open();
  });
  clock.at(end - SECOND, async () => {
    const all = [page.status, ...(await answers())];
    checks.push({
      words: `a second before its end a guest works: HTTP ${all.join(", ")}`,
      good: all.every((each) => each === 200),
    });
  });
  clock.at(end + SECOND, async () => {
    while ((await page.nextOrEnd()) !== null);
    const all = [...(await answers()), (await open()).status];
    checks.push({
      words: `a second after its end its page is closed, and nothing works: HTTP ${all.join(", ")}`,
      good: all.every((each) => each === 401),
    });
  });
}

/**
 * A deployment: every socket is lost with the object's memory, and clients return two minutes later. The service is down
 * over a quarter.
 */
function deployment({ clock, homes, sleep }: Week, at: number, work: () => Promise<unknown>): void {
  const devices = homes.flatMap((home) => home.devices);
  clock.at(at, async () => {
    clock.downUntil(at + 2 * MINUTE);
    for (const device of devices) await device.leave("lose");
    for (const home of homes) await sleep(home);
    await work();
  });
  clock.at(at + 2 * MINUTE + SECOND, async () => {
    for (const device of devices) await device.connect();
  });
}

/** The first with new keys, the second without the old ones. */
export function deployments(week: Week): void {
  const { clock, service, checks, seventh } = week;
  deployment(week, seventh(2) + 14.5 * MINUTE, async () => service.rotate(clock.now));
  deployment(week, seventh(4) + 14.5 * MINUTE, async () => {
    const left = await service.retire().then(
      () => "no value needs them",
      ({ message }: Error) => message,
    );
    checks.push({ words: `the old keys are removed: ${left}`, good: left.startsWith("no value") });
  });
}
