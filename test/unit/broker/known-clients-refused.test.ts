/**
 * Every way in which a client that logged in is cut, refused or ignored, for every kind of login and every protocol
 * version: the owner's log has a row with the reason and a remedy.
 */

import { describe, expect, test, vi } from "vitest";
import { adviceOf, type StoredRefusal } from "../../../broker/contract/account.ts";
import { bytes, packet, publish, subscribe, u16, unsubscribe } from "../../support/packet-bytes.ts";
import { Account, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

type Version = 3 | 4 | 5;
type Identity = { username: string; password: string } | { clientId: string };

interface World {
  account: Account;
  client: Client;
  version: Version;
  topic: (name: string) => string;
  /** Ends the login in the database. */
  revoke(): void;
}

const PRINCIPALS: Record<string, (account: Account) => { who: Identity; revoke(): void }> = {
  credential: (account) => {
    const who = account.credential("allowed");
    return { who, revoke: () => account.remove(who) };
  },
  device: (account) => {
    const who = account.device(["allowed"]);
    return { who, revoke: () => account.remove(who) };
  },
  "api key": (account) => {
    const { key } = account.apiKey();
    return { who: { username: "anyone", password: key }, revoke: () => void account.logins.splice(0) };
  },
};

/** In account view a topic has the account's id; an API key as password has root view. */
const WAYS: Record<
  string,
  { do(world: World): void | Promise<void>; only?: (principal: string) => boolean }
> = {
  "a publish to a topic with a wildcard": {
    do: ({ client, version, topic }) => client.bytes(publish(version, { topic: topic("a+b") })),
  },
  "an invalid filter": {
    do: ({ client, version, topic }) =>
      client.bytes(subscribe(version, { filters: [[topic("ble/a4+/state"), 0]] })),
  },
  "bytes that are no packet": { do: ({ client }) => client.bytes(bytes("f100")) },
  "a second CONNECT": {
    do: ({ client, version }) =>
      client.connect({ username: "x", password: "y" }, version === 3 ? { protocolId: "MQIsdp" } : {}),
  },
  "a packet of the server": { do: ({ client }) => client.bytes(bytes("d000")) },
  "an invalid filter in UNSUBSCRIBE": {
    do: ({ client, version, topic }) => client.bytes(unsubscribe(version, { filters: [topic("a/#/b")] })),
  },
  "a SUBSCRIBE without a filter": {
    do: ({ client, version }) => client.bytes(packet(0x82, u16(1), ...(version === 5 ? [bytes("00")] : []))),
  },
  "a text frame": { do: ({ client }) => client.text("hello") },
  "a packet above the maximum size": {
    do: ({ client, version, topic }) =>
      client.bytes(publish(version, { topic: topic("a"), payload: "x".repeat(3000) })),
  },
  "a topic without permission": {
    do: ({ client, version, topic }) => client.bytes(publish(version, { topic: topic("forbidden") })),
    only: (principal) => principal !== "api key",
  },
  "a filter without permission": {
    do: ({ client, version, topic }) =>
      client.bytes(subscribe(version, { filters: [[topic("forbidden"), 0]] })),
    only: (principal) => principal !== "api key",
  },
  "too many messages": {
    do: async ({ client, version, topic }) => {
      for (let n = 0; n < 40; n++) client.bytes(publish(version, { topic: topic("allowed") }));
    },
  },
  "its login deleted": {
    do: ({ account, revoke }) => account.change(revoke),
  },
};

const CASES = Object.entries(WAYS).flatMap(([way, { only = () => true, ...act }]) =>
  Object.keys(PRINCIPALS)
    .filter(only)
    .flatMap((principal) => ([3, 4, 5] as const).map((version) => ({ way, principal, version, ...act }))),
);

const rowsOf = async (account: Account) =>
  (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];

describe.each(CASES)("$way, $principal, level $version", ({ do: act, principal, version }) => {
  test("is a row with its reason and a remedy", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    useLimits({ MQTT_MAX_PACKET_SIZE: 2000, MQTT_PUBLISH_RATE: 4 });
    const account = new Account();
    const { who, revoke } = PRINCIPALS[principal]?.(account) ?? never();
    const client = await Client.open(account, version as 4);
    client.connect(who, version === 3 ? { protocolId: "MQIsdp" } : {});
    await client.next("connack");
    const topic = (name: string) => (principal === "api key" ? name : account.topic(name));
    await act({ account, client, version, topic, revoke });
    const [row] = await eventually(
      () => rowsOf(account),
      (rows) => rows.length > 0,
    );
    expect(row?.clientKind).toBe(principal === "api key" ? "api-key" : principal);
    expect(row?.rule).toMatch(/\w.*[.)]$/);
    const advice = row?.advice ?? (row?.remedy ? adviceOf(row.remedy) : row?.nearest);
    expect(advice).toMatch(/\w/);
  });
});

function never(): never {
  throw new Error("There is no such kind of login.");
}
