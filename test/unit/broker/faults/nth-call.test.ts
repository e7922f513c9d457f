/**
 * Makes each call to storage, sockets and database fail once in the broker's main scenarios. Afterwards all
 * acknowledged messages are present, and the events record what happened.
 */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Account, nap, useAccounts as provideAccounts, useLimits } from "../support/account.ts";
import { Client, eventually } from "../support/client.ts";
import { saboteur } from "./saboteur.ts";
import { type FaultScene, SCENARIOS } from "./scenarios.ts";

const MOST = 400;
/** Tests one call in this many; `FAULT_STRIDE=1` tests each. */
const STRIDE = Number((env as unknown as { FAULT_STRIDE: string }).FAULT_STRIDE || 10);

/** Background objects without failures, and a silent log. */
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

/** Recovers as users would: all clients reconnect, and the object runs its postponed work. */
async function recover({ account, clients }: FaultScene): Promise<void> {
  for (const client of clients) if (client.closed === null) client.cut();
  await nap(account).catch(() => undefined);
  await account.ask((calls) => calls.clients.clients());
  await runDurableObjectAlarm(account.stub as never);
}

const settled = (events: readonly string[]): boolean =>
  (events.filter((type) => type.endsWith("connected")).at(-1) ?? "disconnected") === "disconnected";

async function check({ account, device, witness, acknowledged }: FaultScene): Promise<void> {
  const back = await Client.connect(account, { clientId: witness }, 5, KEPT);
  expect(back.connack.sessionPresent).toBe(true);
  const published = (await back.all()).filter((each) => each.cmd === "publish");
  // status messages of the broker are checked elsewhere
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
  "$name survives a failure of each call [F4] [F7] [F8] [F9] [F10] [F14]",
  async ({ walk, index }) => {
    // other calls in each scenario, because the scenarios share many
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
