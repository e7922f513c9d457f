/** What an owner can look back on: each change writes one row with itself, a failed one writes none. */

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { SecurityEvent, SecurityKind } from "../../../../worker/contract/account.ts";
import { recordAfter } from "../../../../worker/db/security-events.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { eventually } from "../../broker/support/client.ts";
import { type Account, api, apiWith, newAccount, rows, run } from "./client.ts";
import { connected } from "./connected.ts";
import { tokenFrom, verify } from "./emails.ts";
import { operator } from "./operator.ts";
import { FROM, orderedOf, send } from "./order-of-robot.ts";

const NEW_PASSWORD = "Another-horse-8";

const log = async ({ call }: Account): Promise<SecurityEvent[]> => (await call("GET /v0/security/")).body;
const stored = ({ id }: Account) =>
  rows<{ kind: SecurityKind; detail: string; count: number; address_sealed: string | null }>(
    "SELECT kind, detail, count, address_sealed FROM security_events WHERE user_id = ? ORDER BY at, rowid",
    id,
  );
const kinds = async (account: Account) => (await stored(account)).map(({ kind }) => kind);

const login = ({ email }: Account, password = PASSWORD) => api("POST /v0/login/", { email, password }, FROM);
const move = (account: Account) =>
  send(account, "PUT /v0/users/", {
    first_name: "A",
    last_name: "B",
    email: `next-${account.email}`,
    password: PASSWORD,
  });
const credential = async (account: Account): Promise<string> =>
  (await send(account, "POST /v0/mqtt/credentials/", { name: "Boiler", username: "b", password: "Secret-1" }))
    .body.id;
const token = async (account: Account): Promise<string> =>
  (await send(account, "POST /v0/tokens/", { name: "CI", scopes: ["devices:read"] })).body.id;

/** The id of a refusal, which names its remedy. */
async function refusedTopic(account: Account): Promise<string> {
  await credential(account);
  const client = await connected(account.id, { username: "b", password: "Secret-1" });
  client.publish(`${account.id}/refused`);
  await client.all();
  return (await account.call("GET /v0/mqtt/log/")).body[0].id;
}

/** What each kind is caused by: `before` prepares, and its rows do not count. */
interface Cause {
  kind: SecurityKind;
  before?(account: Account): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: what `before` returned
  act(account: Account, made: any): Promise<{ status: number }>;
}

const CAUSES: readonly Cause[] = [
  { kind: "login", act: (account) => login(account) },
  {
    kind: "session_ended",
    before: (account) => login(account),
    act: (_, { body }) => api("POST /v0/logout/", undefined, { ...FROM, token: body.data.token }),
  },
  {
    kind: "session_ended",
    before: async (account) => {
      await login(account);
      const sessions = (await account.call("GET /v0/sessions/")).body;
      return sessions.find(({ current }: { current: boolean }) => !current).id;
    },
    act: (account, id) => send(account, `DELETE /v0/sessions/${id}/`),
  },
  {
    kind: "password_changed",
    act: (account) =>
      send(account, "POST /v0/users/password/", { password: PASSWORD, new_password: NEW_PASSWORD }),
  },
  {
    kind: "password_reset",
    before: async ({ email }) => {
      await api("POST /v0/forgot-password/", { email });
      return tokenFrom(email, "reset");
    },
    act: (_, link) => api("POST /v0/reset-password/", { token: link, password: NEW_PASSWORD }, FROM),
  },
  {
    kind: "email_verified",
    before: ({ email }) => tokenFrom(email, "verify"),
    act: (_, link) => api("POST /v0/verify-email/", { token: link }, FROM),
  },
  { kind: "email_change_requested", act: move },
  {
    kind: "email_change_cancelled",
    before: move,
    act: (account) => send(account, "DELETE /v0/users/pending-email/"),
  },
  {
    kind: "email_changed",
    before: async (account) => {
      await move(account);
      return tokenFrom(`next-${account.email}`, "change");
    },
    act: (_, link) => api("POST /v0/verify-email/", { token: link }, FROM),
  },
  {
    kind: "email_restored",
    before: async (account) => {
      await verify(account.email);
      await move(account);
      return tokenFrom(account.email, "moved");
    },
    act: (_, link) => api("POST /v0/undo-email/", { token: link }, FROM),
  },
  { kind: "api_key_created", act: (account) => send(account, "POST /v0/api-keys/") },
  {
    kind: "api_key_deleted",
    before: async (account) => (await send(account, "POST /v0/api-keys/")).body.id,
    act: (account, id) => send(account, `DELETE /v0/api-keys/${id}/`),
  },
  {
    kind: "credential_created",
    act: (account) => send(account, "POST /v0/mqtt/credentials/", { name: "Boiler" }),
  },
  {
    kind: "credential_changed",
    before: credential,
    act: (account, id) => send(account, `PUT /v0/mqtt/credentials/${id}/`, { name: "Boiler", username: "c" }),
  },
  {
    // a client of the credential was refused a topic, and the owner allowed it with one press
    kind: "credential_changed",
    before: refusedTopic,
    act: (account, id) => send(account, `POST /v0/mqtt/log/${id}/fix/`),
  },
  {
    kind: "credential_rotated",
    before: credential,
    act: (account, id) => send(account, `POST /v0/mqtt/credentials/${id}/rotate/`, {}),
  },
  {
    kind: "credential_deleted",
    before: credential,
    act: (account, id) => send(account, `DELETE /v0/mqtt/credentials/${id}/`),
  },
  {
    kind: "token_created",
    act: (account) => send(account, "POST /v0/tokens/", { name: "CI", scopes: ["devices:read"] }),
  },
  {
    kind: "token_deleted",
    before: token,
    act: (account, id) => send(account, `DELETE /v0/tokens/${id}/`),
  },
  {
    kind: "ask_first_changed",
    before: (account) => orderedOf(account),
    act: (account, { device }) => send(account, `PUT ${device}`, { name: "Gate", ask_first: [] }),
  },
  {
    kind: "order_allowed",
    before: (account) => orderedOf(account),
    act: (account, { order }) => send(account, `POST /v0/approvals/${order}/`, { allow: true }),
  },
  {
    kind: "order_denied",
    before: (account) => orderedOf(account),
    act: (account, { order }) => send(account, `POST /v0/approvals/${order}/`, { allow: false }),
  },
  { kind: "exported", act: (account) => send(account, "GET /v0/export/") },
  {
    kind: "imported",
    act: (account) => send(account, "POST /v0/imports/", { from: "mosquitto", made: 1, failed: 0 }),
  },
  {
    kind: "suspended",
    act: ({ id }) => operator(`PUT /v0/operator/accounts/${id}/suspension/`, { reason: "Unpaid." }),
  },
  {
    kind: "resumed",
    before: ({ id }) => operator(`PUT /v0/operator/accounts/${id}/suspension/`, { reason: "Unpaid." }),
    act: ({ id }) => operator(`DELETE /v0/operator/accounts/${id}/suspension/`),
  },
  {
    kind: "limits_changed",
    act: ({ id }) => operator(`PUT /v0/operator/accounts/${id}/limits/`, { max_devices: 5 }),
  },
  {
    kind: "sessions_ended",
    act: ({ id }) => operator(`DELETE /v0/operator/accounts/${id}/sessions/`),
  },
];

test.each(CAUSES)("$kind is written once, by its cause", async ({ kind, before, act }) => {
  const account = await newAccount();
  const made = await before?.(account);
  const earlier = (await stored(account)).length;
  const { status } = await act(account, made);
  expect(status).toBeLessThan(300);
  // that of an order follows its answer
  const all = await eventually(
    () => stored(account),
    ({ length }) => length > earlier,
  );
  const added = all.slice(earlier);
  expect(added.map((row) => row.kind)).toEqual([kind]);
  const [row] = added;
  expect(row?.detail).toMatch(/^[A-Z].*[^.]\.$/);
  // who the operator is, and from where, is not the owner's concern
  if (row?.detail.startsWith("The operator")) expect(row?.address_sealed).toBeNull();
  else expect(row?.address_sealed).toMatch(/^v1\./);
});

test("the owner reads the newest first, with address and browser in clear text", async () => {
  const account = await newAccount();
  await login(account);
  const [newest, oldest, ...others] = await log(account);
  expect(others).toEqual([]);
  expect(newest).toMatchObject({ kind: "login", address: "192.0.2.7", browser: "Firefox on Windows" });
  expect(oldest).toMatchObject({ kind: "registered", browser: null });
  const [row] = await rows<{ address_sealed: string }>(
    "SELECT address_sealed FROM security_events WHERE user_id = ? AND kind = 'login'",
    account.id,
  );
  expect(row?.address_sealed).not.toContain("192.0.2.7");
  // no key opens it
  await run("UPDATE security_events SET address_sealed = 'v1.none.a.b' WHERE user_id = ?", account.id);
  expect((await log(account)).map(({ address }) => address)).toEqual([null, null]);
});

test("a suspended owner reads why, and another account reads nothing of it", async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  await operator(`PUT /v0/operator/accounts/${account.id}/suspension/`, { reason: "Unpaid." });
  expect((await log(account))[0]).toMatchObject({
    kind: "suspended",
    detail: "The operator suspended the account: Unpaid.",
    address: null,
    browser: null,
  });
  expect((await log(other)).map(({ kind }) => kind)).toEqual(["registered"]);
});

test("a token does not read the log", async () => {
  const account = await newAccount();
  const made = await account.call("POST /v0/tokens/", { name: "T", scopes: ["devices:read"] });
  expect((await api("GET /v0/security/", undefined, { token: made.body.token })).status).toBe(403);
});

describe("a failed change writes nothing:", () => {
  const FAILURES: Record<string, (account: Account) => Promise<{ status: number }>> = {
    "a taken user name": (account) =>
      account.call("POST /v0/mqtt/credentials/", { name: "B", username: "taken" }),
    "a changed credential with a taken user name": async (account) =>
      account.call(`PUT /v0/mqtt/credentials/${await anotherCredential(account)}/`, {
        name: "B",
        username: "taken",
      }),
    "a channel that does not exist": (account) =>
      account.call("POST /v0/mqtt/credentials/", { name: "B", channels: [crypto.randomUUID()] }),
    "a wrong password": (account) =>
      account.call("POST /v0/users/password/", { password: "Wrong-1", new_password: NEW_PASSWORD }),
    "a taken address": ({ email }) => api("POST /v0/register/", { email, password: PASSWORD }),
    "the maximum of keys": ({ token }) =>
      apiWith({ MAX_API_KEYS: "1" })("POST /v0/api-keys/", undefined, { token }),
    "the maximum of tokens": ({ token }) =>
      apiWith({ MAX_TOKENS: "1" })("POST /v0/tokens/", { name: "T", scopes: ["devices:read"] }, { token }),
    "a made-up link": () => api("POST /v0/verify-email/", { token: "A".repeat(43) }),
    "an unknown credential": ({ call }) => call(`DELETE /v0/mqtt/credentials/${crypto.randomUUID()}/`),
  };
  const anotherCredential = async ({ call }: Account) =>
    (await call("GET /v0/mqtt/credentials/")).body.find(({ name }: { name: string }) => name === "Other").id;

  test.each(Object.keys(FAILURES))("%s", async (name) => {
    const account = await newAccount();
    await account.call("POST /v0/mqtt/credentials/", { name: "A", username: "taken" });
    await account.call("POST /v0/mqtt/credentials/", { name: "Other", username: "other" });
    await account.call("POST /v0/api-keys/");
    await account.call("POST /v0/tokens/", { name: "T", scopes: ["devices:read"] });
    const before = await rows("SELECT id FROM security_events");
    expect((await FAILURES[name]?.(account))?.status).toBeGreaterThanOrEqual(400);
    expect(await rows("SELECT id FROM security_events")).toEqual(before);
  });

  test("a change that the account's object does not hear of", async () => {
    const account = await newAccount();
    const BROKER = {
      getByName: () => ({ announceChange: () => Promise.reject(new Error("down")) }),
    };
    const through = apiWith({ BROKER });
    const sent = await through("POST /v0/logout/", undefined, { token: account.token });
    expect(sent.status).toBe(503);
    expect(await kinds(account)).toEqual(["registered"]);
  });
});

test("a row is written only if the statement before it changed one", async () => {
  const account = await newAccount();
  const event = { user_id: account.id, at: Date.now(), kind: "exported", detail: "x." } as const;
  const change = (name: string, id: string) =>
    env.DB.prepare("UPDATE users SET first_name = ? WHERE id = ?").bind(name, id);
  await env.DB.batch([
    change("A", crypto.randomUUID()),
    ...recordAfter(env.DB, { ...event, id: crypto.randomUUID() }),
  ]);
  expect(await kinds(account)).toEqual(["registered"]);
  await env.DB.batch([
    change("A", account.id),
    ...recordAfter(env.DB, { ...event, id: crypto.randomUUID() }),
  ]);
  expect(await kinds(account)).toEqual(["registered", "exported"]);
});

test("the session of the oldest browser ends with the eleventh login, and is named", async () => {
  const account = await newAccount();
  for (let n = 0; n < 10; n++) await login(account);
  expect((await kinds(account)).filter((kind) => kind === "session_ended")).toHaveLength(1);
});

test("no secret is in any row", async () => {
  const account = await newAccount();
  const secrets = [PASSWORD, NEW_PASSWORD, account.token, "Secret-1", "Wrong-horse-1"];
  await login(account, "Wrong-horse-1");
  secrets.push((await login(account)).body.data.token);
  secrets.push((await send(account, "POST /v0/api-keys/")).body.key);
  secrets.push(
    (await send(account, "POST /v0/tokens/", { name: "CI", scopes: ["devices:read"] })).body.token,
  );
  const id = await credential(account);
  secrets.push((await send(account, `POST /v0/mqtt/credentials/${id}/rotate/`, {})).body.password);
  secrets.push(await tokenFrom(account.email, "verify"));
  await verify(account.email);
  await send(account, "POST /v0/users/password/", { password: PASSWORD, new_password: NEW_PASSWORD });
  await send(account, "GET /v0/export/");
  const shown = JSON.stringify(await log(account));
  const inDatabase = JSON.stringify(
    await rows("SELECT * FROM security_events WHERE user_id = ?", account.id),
  );
  expect((await log(account)).length).toBeGreaterThan(8);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(6);
    expect(shown).not.toContain(secret);
    expect(inDatabase).not.toContain(secret);
  }
  expect(inDatabase).not.toContain("192.0.2.7");
});

test("the deletion of the account deletes its rows", async () => {
  const account = await newAccount();
  expect((await account.call("DELETE /v0/users/", { password: PASSWORD })).status).toBe(204);
  expect(await stored(account)).toEqual([]);
});
