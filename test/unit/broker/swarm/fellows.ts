/** Four kinds of clients for each account: an API key, two credentials (one of them in 3.1.1), a device. */

import type { Account, Person } from "../support/account.ts";
import type { Client } from "../support/client.ts";
import type { Member } from "./oracle.ts";

export interface Fellow extends Member {
  home: Account;
  /** Null for an API key: its client id is its login. */
  person: Person | null;
  version: 4 | 5;
  clientId: string;
  client: Client | null;
  /** Of its connection. */
  will: { topic: string; text: string } | null;
}

export const TOPICS = ["a", "b", "a/b"] as const;

export function fellowsOf(home: Account, at: number): Fellow[] {
  const fellow = (
    kind: Fellow["kind"],
    name: string,
    person: Person | null,
    more: Partial<Fellow> = {},
  ): Fellow => ({
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
    client: null,
    will: null,
    ...more,
  });
  const device = home.device(["b"], ["a"]);
  return [
    fellow("api-key", "the key", null, { clientId: home.apiKey().clientId("swarm") }),
    fellow("credential", "the writer", home.credential("a", "a/b"), { topics: ["a", "a/b"] }),
    fellow("credential", "the old one", home.credential("b"), { topics: ["b"], version: 4 }),
    fellow("device", "the device", device, {
      topics: ["b"],
      deviceTopics: ["a"],
      control: `devices/${device.deviceId}/control`,
    }),
  ];
}

/** Writes the new rights where the directory reads them. */
export function commit({ home, person }: Fellow, next: Member): void {
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
