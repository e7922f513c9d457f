/** An account whose object has seen all of its clients, with a counted database that can be switched off. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Ports } from "../../../../broker/object.ts";
import type { Env } from "../../../../worker/env.ts";
import { Broker } from "../../../../worker/index.ts";
import { ask } from "../../broker/support/ask.ts";
import { Client, eventually } from "../../broker/support/client.ts";
import { newAccount } from "../api/client.ts";
import { countRoundTrips } from "../api/trips.ts";

/** Tomorrow, so that alarms ring only when a test rings them. */
const START = Date.now() + 86_400_000;
export const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

/** The database that objects use through their own ports; API calls bypass it. */
export function objectDatabase() {
  const reached = { away: false };
  const { db, trips } = countRoundTrips(env.DB, () => {
    if (reached.away) throw new Error("D1_ERROR: Network connection lost.");
  });
  const prototype = Broker.prototype as unknown as { ports(given: Env): Ports };
  const { ports } = prototype;
  vi.spyOn(prototype, "ports").mockImplementation((given) => ports({ ...given, DB: db }));
  return Object.assign(reached, { trips });
}

export type FaultyAccount = Awaited<ReturnType<typeof newFaultyAccount>>;

/** A program, a board, a lamp, and a phone with the lamp's link, all connected once, at second 0. */
export async function newFaultyAccount() {
  // today: other tests read the newest emails
  const account = await newAccount();
  at(0);
  const make = async (line: string, body?: unknown) => (await account.call(line, body)).body;
  const { key } = await make("POST /v0/api-keys/");
  const channel = await make("POST /v0/mqtt/channels/", { name: "A", topic: "a" });
  const board = { username: "board", password: "s3cret" };
  await make("POST /v0/mqtt/credentials/", { name: "Board", ...board, channels: [channel.id] });
  const { id: deviceId } = await make("POST /v0/devices/on-off/", { name: "Lamp" });
  const { token } = await make(`POST /v0/devices/on-off/${deviceId}/link/`);
  const logins = {
    program: { clientId: `${key}__program` },
    reader: { clientId: `${key}__reader` },
    board,
    lamp: { ...board, username: `${deviceId}:board` },
    phone: (await make("POST /v0/device-link/", { token })) as { username: string; password: string },
  };
  const stub = env.BROKER.getByName(account.id) as unknown as DurableObjectStub<Broker>;
  const home = {
    account,
    deviceId,
    logins,
    stub,
    topic: `${account.id}/a`,
    control: `${account.id}/devices/${deviceId}/control`,
    connect: (who: keyof typeof logins, options = {}) => Client.connect({ stub }, logins[who], 5, options),
    ring: () => runDurableObjectAlarm(stub as never),
    /** Resolves when no client is connected as the lamp. */
    dark: () =>
      eventually(
        () => ask(stub, (calls) => calls.clients.clients()),
        (clients) => clients.every(({ id }) => id !== deviceId),
      ),
  };
  for (const who of Object.keys(logins) as (keyof typeof logins)[]) {
    const client = await home.connect(who);
    client.disconnect();
    await client.end();
  }
  return home;
}
