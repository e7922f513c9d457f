/** Two programs with one client id: each ends the other's connection, and the owner reads why. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { StoredRefusal } from "../../../broker/contract/account.ts";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => vi.setSystemTime(START + seconds * 1000);

prepare({ MQTT_CONNECT_RATE: 0 }, START);

const rowsOf = async (account: Account) =>
  (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];

const eventsOf = async (account: Account) =>
  (await account.stub.eventsAfter(0, 1000)).map(({ type, count, mistake }) => [
    type,
    count,
    mistake?.reason ?? null,
  ]);

const REASON = "Another client connected with the same client id.";

test.each([4, 5] as const)(
  "from the third take-over within a minute: one row a minute, with the count, level %i",
  async (version) => {
    const account = new Account();
    const device = account.device();
    for (let n = 0; n < 13; n++) {
      at(n * 5);
      await Client.connect(account, device, version, { clientId: "lamp" }, n % 2 === 0 ? "home" : "away");
      if (n === 2) expect(await rowsOf(account)).toEqual([]);
    }
    expect(await rowsOf(account)).toMatchObject([
      {
        kind: "connect",
        clientId: "lamp",
        clientKind: "device",
        rule: "Two programs connect as lamp; each ends the other's connection (two programs at two addresses).",
        advice: expect.stringContaining("client id of its own"),
        count: 12,
      },
    ]);
    at(80);
    await Client.connect(account, device, version, { clientId: "lamp" }, "home");
    expect((await rowsOf(account)).length).toBe(2);
  },
);

test("the events from then on have the reason, and fold", async () => {
  const account = new Account();
  const device = account.device();
  for (let n = 0; n < 9; n++) {
    at(n);
    await Client.connect(account, device, 5, { clientId: "lamp" });
  }
  at(60);
  await runDurableObjectAlarm(account.stub);
  const events = await eventsOf(account);
  const single = [
    ["connected", 1, null],
    ...Array(2)
      .fill([
        ["disconnected", 1, null],
        ["connected", 1, null],
      ])
      .flat(),
  ];
  expect(events.slice(0, 5)).toEqual(single);
  expect(events.slice(5).toSorted()).toEqual([
    ["connected", 6, REASON],
    ["disconnected", 6, REASON],
  ]);
});

test("a client that comes back twice, and two clients with ids of their own, are no fight", async () => {
  const account = new Account();
  const device = account.device();
  for (let n = 0; n < 3; n++) await Client.connect(account, device, 5, { clientId: "lamp" });
  for (let n = 0; n < 5; n++) await Client.connect(account, device, 5, { clientId: `lamp-${n}` });
  for (let n = 0; n < 5; n++) {
    at(60 + 40 * n);
    await Client.connect(account, device, 5, { clientId: "lamp" });
  }
  expect(await rowsOf(account)).toEqual([]);
});
