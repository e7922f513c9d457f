/** An account's current activity, as operators see it. */

import { expect, test, vi } from "vitest";
import type { Activity } from "../../../broker/contract/account.ts";
import { FAILED_LOGINS } from "../../../broker/hub/limits/block-list.ts";
import { CONNECTIONS_WITHOUT_LOGIN } from "../../../broker/hub/limits/vain-connections.ts";
import { Account, nap, type Person, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const START = Date.UTC(2026, 0, 1);
/** As the worker makes them. */
const HERE = "a".repeat(32);

prepare({}, START);

const activityOf = (account: Account): Promise<Activity> => account.stub.activity();

const idOf = ({ login: { principal } }: Person) =>
  principal.kind === "credential" ? principal.credentialId : null;

test("lists clients, offline sessions, and publishes a second over the last ten seconds", async () => {
  const account = new Account();
  const who = account.credential("a");
  const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
  (await Client.connect(account, account.credential("a"), 5, kept)).cut();
  const client = await Client.connect(account, who);
  for (let n = 0; n < 20; n++) client.publish(account.topic("a"), "x");
  await client.all();
  const { connections, resting, messagesRate, bytesRate } = await activityOf(account);
  expect({ connections, resting, messagesRate }).toEqual({ connections: 1, resting: 1, messagesRate: 2 });
  expect(bytesRate).toBeGreaterThan(2 * account.topic("a").length);
  vi.setSystemTime(START + 15_000);
  expect((await activityOf(account)).messagesRate).toBe(1);
  vi.setSystemTime(START + 60_000);
  expect((await activityOf(account)).messagesRate).toBe(0);
});

test("lists the block list with reason and end, also after a nap, until the block ends", async () => {
  useLimits({ MQTT_PUBLISH_RATE: 4 });
  const account = new Account();
  const [noisy, guessed] = [account.credential("a"), account.credential("a")];
  const client = await Client.connect(account, noisy, 5, {}, HERE);
  for (let n = 0; n < 10; n++) client.publish(account.topic("a"), "x", { qos: 1, messageId: 1 });
  await client.end();
  for (let n = 0; n < FAILED_LOGINS; n++) {
    await Client.connect(account, { ...guessed, password: "guess" }, 5, {}, HERE);
  }
  for (let n = 0; n < CONNECTIONS_WITHOUT_LOGIN; n++) {
    const vain = await Client.open(account, 5, "b".repeat(32));
    vain.bytes(new Uint8Array([0xff]));
    await vain.end();
  }
  const until = START + 60_000;
  const expected = [
    {
      what: "client",
      id: idOf(noisy),
      until,
      times: 1,
      why: "It continued after MQTT_PUBLISH_RATE was reached.",
    },
    {
      what: "name",
      id: null,
      until,
      times: 1,
      why: "10 logins with this name and password failed within a minute.",
    },
    {
      what: "address",
      id: null,
      until,
      times: 1,
      why: "100 connections from this address did not log in.",
    },
  ];
  const { blocked } = await activityOf(account);
  expect(blocked).toHaveLength(expected.length);
  expect(blocked).toEqual(expect.arrayContaining(expected));
  await nap(account);
  expect((await activityOf(account)).blocked).toEqual(expect.arrayContaining(expected));
  vi.setSystemTime(until);
  expect((await activityOf(account)).blocked).toEqual([]);
});
