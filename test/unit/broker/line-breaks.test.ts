/** Client ids and names with line breaks: what is made of them stays one line, and belongs to one client. */

import { expect, test } from "vitest";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_CONNECT_RATE: 3 });

/** A line feed, a carriage return, and the separators of JavaScript and of Python's `splitlines`. */
const BREAKS = "a\nb\r\nc\u2028d\u0085e";

test("a client that connects too often blocks no other whose name and client id have the same lines", async () => {
  const account = new Account();
  const login = (username: string) => {
    const person = account.root();
    Object.assign(person.login.claim, { username });
    return { ...person, username };
  };
  const [greedy, other] = [login("a"), login("a\nb")];
  const code = (who: object, clientId: string) => Client.answer(account, { ...greedy, ...who, clientId });
  for (let n = 0; n < 3; n++) expect(await code(greedy, "b\nc")).toBe(0);
  expect(await code(greedy, "b\nc")).toBe(1013);
  expect(await code(other, "c")).toBe(0);
});

test("a refusal keeps the line breaks of a client id", async () => {
  const account = new Account();
  const who = { ...account.root(), clientId: BREAKS };
  for (let n = 0; n < 4; n++) await Client.answer(account, who);
  expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([
    { kind: "connect", clientId: BREAKS, rule: expect.stringContaining("MQTT_CONNECT_RATE") },
  ]);
});
