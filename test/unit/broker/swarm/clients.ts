/** Four kinds of clients for each account: an API key, two credentials (one of them in 3.1.1), a device. */

import type { Control } from "../../../../broker/contract/controls.ts";
import type { View } from "../../../../broker/contract/grants.ts";
import type { Account, Person } from "../support/account.ts";
import type { Client } from "../support/client.ts";
import type { Member } from "./oracle.ts";

export interface SwarmClient extends Member {
  home: Account;
  /** Null for an API key, which logs in by client id or password. */
  person: Person | null;
  key?: string;
  version: 4 | 5;
  clientId: string;
  view: View;
  client: Client | null;
  /** Of its connection. */
  will: { topic: string; text: string } | null;
}

/** Messages on control topics carry their number in it. */
const SET_POINT: Control = {
  key: "n",
  kind: "number",
  min: 0,
  max: 1_000_000,
  step: 1,
  name: null,
  unit: null,
};

export const TOPICS = ["a", "b", "a/b"] as const;

/** `views`: the topic view of each of the four clients. */
export function swarmClientsOf(home: Account, at: number, views: readonly View[]): SwarmClient[] {
  const fellow = (
    kind: SwarmClient["kind"],
    name: string,
    person: Person | null,
    more: Partial<SwarmClient> = {},
  ): SwarmClient => ({
    kind,
    name: `${name} of account ${at}`,
    account: home.userId,
    topics: [],
    deviceTopics: [],
    control: null,
    revoked: false,
    connected: false,
    kept: false,
    subscriptions: null,
    home,
    person,
    version: 5,
    clientId: name,
    view: "account",
    client: null,
    will: null,
    ...more,
  });
  const device = home.device(["b"], ["a"]);
  home.controls.set(device.deviceId, [SET_POINT]);
  const key = home.apiKey();
  const inRootView = views[0] === "root";
  const login = inRootView ? { key: key.key, clientId: "swarm" } : { clientId: key.clientId("swarm") };
  const fellows = [
    fellow("api-key", "the key", null, login),
    fellow("credential", "the writer", home.credential("a", "a/b"), { topics: ["a", "a/b"] }),
    fellow("credential", "the old one", home.credential("b"), { topics: ["b"], version: 4 }),
    fellow("device", "the device", device, {
      topics: ["b"],
      deviceTopics: ["a"],
      control: `devices/${device.deviceId}/control`,
    }),
  ];
  for (const [n, each] of fellows.entries()) {
    each.view = views[n] as View;
    if (each.person !== null) each.person.login.row = { view: each.view };
    if (each.person === device && each.view === "root") asDevice(device);
  }
  return fellows;
}

/** The device's own credential, which has the account's view. */
function asDevice(device: Person & { deviceId: string }): void {
  device.username = device.username.slice(device.deviceId.length + 1);
  device.login.row = { ...device.login.row, deviceId: device.deviceId };
}

/** Writes the new rights where the directory reads them. */
export function commit({ home, person }: SwarmClient, next: Member): void {
  if (person === null) return;
  const { login } = person;
  if (home.logins.includes(login)) home.remove(person);
  if (next.revoked) return;
  home.logins.push(login);
  const topics = next.topics.map(home.topic);
  login.principal =
    login.principal.kind === "device"
      ? { ...login.principal, topics, deviceTopics: next.deviceTopics.map(home.topic) }
      : ({ ...login.principal, topics } as typeof login.principal);
}
