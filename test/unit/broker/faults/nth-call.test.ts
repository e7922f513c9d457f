/**
 * Every call that the broker makes to storage, to a socket and to the database fails once, in each of its main walks.
 * Afterwards everything that was acknowledged is there, and the events tell what happened.
 */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Account, nap, useAccounts as provideAccounts, useLimits } from "../support/account.ts";
import { Client, eventually } from "../support/client.ts";
import { saboteur } from "./saboteur.ts";
import { type FaultScene, SCENARIOS } from "./scenarios.ts";

const MOST = 400;
/** One call in so many; `FAULT_STRIDE=1` for every one of them. */
const STRIDE = Number((env as unknown as { FAULT_STRIDE: string }).FAULT_STRIDE || 10);

/** Accounts that nothing fails for, and a quiet log. */
function calm(): void {
  vi.restoreAllMocks();
  provideAccounts();
  for (const name of ["error", "warn"] as const) vi.spyOn(console, name).mockImplementation(() => {});
}

beforeEach(() => {
  calm();
  useLimits({ MQTT_CONNECT_RATE: 0 });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const KEPT = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const;

async function stage(): Promise<FaultScene> {
  const account = new Account();
  const key = account.apiKey();
  const witness = key.clientId("witness");
  const device = account.device();
  const away = await Client.connect(account, { clientId: witness }, 5, KEPT);
  await away.subscribe(account.topic("#"), 1);
  await away.leave();
  const live = await Client.connect(account, { clientId: key.clientId("live") });
  await live.subscribe(account.topic("#"), 1);
  return { account, device, key, witness, live, acknowledged: [], clients: [live] };
}

/** What a person would do: everything comes back, and the object does what it left for later. */
async function recover({ account, clients }: FaultScene): Promise<void> {
  for (const client of clients) if (client.closed === null) client.cut();
  await nap(account).catch(() => undefined);
  await account.stub.clients();
  await runDurableObjectAlarm(account.stub as never);
}

const settled = (events: readonly string[]): boolean =>
  (events.filter((type) => type.endsWith("connected")).at(-1) ?? "disconnected") === "disconnected";

async function check({ account, device, witness, acknowledged }: FaultScene): Promise<void> {
  const back = await Client.connect(account, { clientId: witness }, 5, KEPT);
  expect(back.connack.sessionPresent).toBe(true);
  const published = (await back.all()).filter((each) => each.cmd === "publish");
  // what the broker says of a device by itself is judged elsewhere
  const packets = published.filter(({ topic }) => !topic.endsWith("/status"));
  const heard = packets.map((each) => String(each.payload));
  expect(heard).toEqual(expect.arrayContaining(acknowledged));
  const events = await eventually(
    async () => {
      await runDurableObjectAlarm(account.stub as never);
      return account.events(device.deviceId);
    },
    (list) =>
      settled(list) &&
      list.filter((type) => type.startsWith("turned")).length >= heard.filter(isSwitch).length,
  );
  const switches = packets
    .filter((each) => each.topic === account.control(device.deviceId))
    .map((each) => `turned_${(JSON.parse(String(each.payload)) as { state: string }).state}`);
  expect(events.filter((type) => type.startsWith("turned"))).toEqual(switches);
  const connections = events.filter((type) => type.endsWith("connected"));
  const pairs = connections.map((_, index) => (index % 2 === 0 ? "connected" : "disconnected"));
  expect(connections).toEqual(pairs);
}

const isSwitch = (payload: string): boolean => payload.startsWith("{");

test.each(Object.entries(SCENARIOS).map(([name, walk], index) => ({ name, walk, index })))(
  "$name, and every call fails once [F4] [F7] [F8] [F9] [F10] [F14]",
  async ({ walk, index }) => {
    // not the same calls in each walk: what they share is reached by one of them
    for (let nth = 1 + (index % STRIDE); nth <= MOST; nth += STRIDE) {
      const set = await stage();
      const sabotage = await saboteur(set.account);
      sabotage.arm(nth);
      await walk(set).catch(() => undefined);
      sabotage.disarm();
      await recover(set);
      await check(set).catch((error: Error) => {
        throw new Error(`call ${nth} failed, ${sabotage.struck}: ${error.message}`);
      });
      calm();
      if (sabotage.struck === null) return;
    }
    expect.fail(`more than ${MOST} calls`);
  },
  120_000,
);
