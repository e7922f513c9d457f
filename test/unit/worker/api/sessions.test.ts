/**
 * `/v0/sessions/`, `/v0/sessions/{id}/` and `/v0/users/password/`: sessions, their end, a changed password, and an
 * address change that is taken back.
 */

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, apiWith, newAccount, rows } from "./client.ts";
import { connected } from "./connected.ts";
import { emailsTo, tokenFrom, verify } from "./emails.ts";
import { Reader } from "./stream-reader.ts";

const NEW = "Another-horse-8";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** As the page connects. */
const FROM_PAGE = { Origin: "http://switchyard.test", "User-Agent": FIREFOX };
let person: Account;

beforeEach(async () => {
  person = await newAccount();
});

async function login(agent?: string): Promise<string> {
  const headers: Record<string, string> = agent === undefined ? {} : { "User-Agent": agent };
  const { body } = await api("POST /v0/login/", { email: person.email, password: PASSWORD }, { headers });
  return body.data.token;
}

const statusOf = async (token: string, path = "/v0/users/") =>
  (await api(`GET ${path}`, undefined, { token })).status;

async function streamOf(token: string): Promise<Reader> {
  const request = new Request<unknown, IncomingRequestCfProperties>(
    "http://api.test/v0/stream/?events=true",
    { headers: { Authorization: `Token ${token}` } },
  );
  return new Reader(await worker.fetch(request, env as unknown as Env, createExecutionContext()));
}

describe("the list of sessions", () => {
  test("names the browser, and stores nothing else of it [T270]", async () => {
    await login(FIREFOX);
    const { body } = await person.call("GET /v0/sessions/");
    expect(body.map(({ browser, current }: never) => [browser, current])).toEqual([
      ["Firefox on Windows", false],
      ["Unknown program", true],
    ]);
    const stored = JSON.stringify(await rows("SELECT * FROM sessions WHERE user_id = ?1", person.id));
    expect(stored).toContain("Firefox on Windows");
    expect(stored).not.toMatch(/Mozilla|Gecko|10\.0/);
  });

  test("holds neither a token nor another account's session [T9]", async () => {
    await newAccount();
    const { body } = await person.call("GET /v0/sessions/");
    expect(body).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(person.token);
  });

  test("says when a session was last used", async () => {
    const token = await login();
    await api("GET /v0/devices/on-off/", undefined, { token });
    const object = env.BROKER.getByName(person.id);
    const [row] = await rows<{ token_hash: string }>(
      "SELECT token_hash FROM sessions WHERE user_id = ?1 ORDER BY rowid DESC",
      person.id,
    );
    await object.noteSessionUse(row?.token_hash ?? "");
    const [listed] = (await person.call("GET /v0/sessions/")).body;
    expect(listed.last_used_at >= listed.created_at).toBe(true);
    const [use] = await object.tokenUses([listed.id]);
    expect(listed.last_used_at).toBe(new Date(use?.at ?? 0).toISOString());
    // also after the next change of rights
    await person.call("POST /v0/api-keys/");
    expect(await object.tokenUses([listed.id])).toEqual([use]);
  });
});

describe("ending a session", () => {
  const others = async () =>
    (await person.call("GET /v0/sessions/")).body.filter((one: { current: boolean }) => !one.current);

  test("a stolen one is dead before the answer, in the object too, and its stream closes [T270]", async () => {
    const stolen = await login();
    expect(await statusOf(stolen, "/v0/devices/on-off/")).toBe(200);
    const stream = await streamOf(stolen);
    expect(stream.status).toBe(200);
    const { key } = (await api("POST /v0/api-keys/", {}, { token: stolen })).body;
    const asKey = { username: key, password: key };
    const page = await connected(person.id, { ...asKey, clientId: `${key}__a` }, FROM_PAGE);
    const program = await connected(person.id, { ...asKey, clientId: `${key}__b` });
    const [{ id }] = await others();
    expect((await person.call(`DELETE /v0/sessions/${id}/`)).status).toBe(204);
    for (const path of ["/v0/users/", "/v0/devices/on-off/", "/v0/scopes/"])
      expect(await statusOf(stolen, path)).toBe(401);
    expect(await stream.nextOrEnd()).toBeNull();
    expect(await page.next("disconnect")).toMatchObject({ reasonCode: 0x98 });
    expect(await program.all()).toEqual([]);
    expect(await statusOf(person.token)).toBe(200);
    expect((await person.call(`DELETE /v0/sessions/${id}/`)).status).toBe(404);
  });

  test("another account's session is not found [T9]", async () => {
    const stranger = await newAccount();
    const [{ id }] = (await stranger.call("GET /v0/sessions/")).body;
    expect((await person.call(`DELETE /v0/sessions/${id}/`)).status).toBe(404);
    expect(await statusOf(stranger.token)).toBe(200);
  });

  test("without an answer of the object nothing ends [T270]", async () => {
    await login();
    const [{ id }] = await others();
    const call = apiWith({ BROKER: { getByName: () => ({}) } });
    const ended = await call(`DELETE /v0/sessions/${id}/`, undefined, { token: person.token });
    expect(ended.status).toBe(503);
    expect(await others()).toHaveLength(1);
  });

  test("no token sees or ends sessions, or changes the password", async () => {
    const { token } = (await person.call("POST /v0/tokens/", { name: "T", scopes: ["setup:write"] })).body;
    for (const line of ["GET /v0/sessions/", `DELETE /v0/sessions/${crypto.randomUUID()}/`]) {
      const { status, body } = await api(line, undefined, { token });
      expect([status, body]).toEqual([403, { detail: "This needs a login session." }]);
    }
    const body = { password: PASSWORD, new_password: NEW };
    expect((await api("POST /v0/users/password/", body, { token })).status).toBe(403);
  });
});

describe("changing the password", () => {
  const change = (body: object = { password: PASSWORD, new_password: NEW }) =>
    person.call("POST /v0/users/password/", body);

  test("ends every other session and keeps this one and the devices [T270]", async () => {
    await person.call("POST /v0/mqtt/credentials/", { name: "C", username: "c", password: "p" });
    await connected(person.id, { username: "c", password: "p" });
    const stolen = await login();
    const { status, body } = await change();
    expect([status, body]).toEqual([
      200,
      { detail: "Your password is changed, and every other session has ended.", tokens: 0, guests: 0 },
    ]);
    expect(await statusOf(stolen)).toBe(401);
    expect(await statusOf(stolen, "/v0/devices/on-off/")).toBe(401);
    expect(await statusOf(person.token)).toBe(200);
    const tries = [PASSWORD, NEW].map((password) =>
      api("POST /v0/login/", { email: person.email, password }),
    );
    expect((await Promise.all(tries)).map((one) => one.status)).toEqual([400, 200]);
    expect((await person.call("GET /v0/mqtt/clients/")).body).toHaveLength(1);
  });

  test("of two changes at once one is made, and its password works [T270]", async () => {
    const passwords = ["Another-horse-1", "Another-horse-2"];
    const answers = await Promise.all(
      passwords.map((new_password) => change({ password: PASSWORD, new_password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const password = passwords[answers.findIndex(({ status }) => status === 200)];
    expect((await api("POST /v0/login/", { email: person.email, password })).status).toBe(200);
  });

  test("a thief with the session guesses it ten times an hour [T271]", async () => {
    const throttled = apiWith({ THROTTLE: "on" });
    const guess = (n: number) =>
      throttled(
        "POST /v0/users/password/",
        { password: `Guess-${n}`, new_password: NEW },
        { token: person.token, headers: { "CF-Connecting-IP": `192.0.2.${n}` } },
      );
    for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(400);
    expect((await guess(11)).status).toBe(429);
    expect((await api("POST /v0/login/", { email: person.email, password: PASSWORD })).status).toBe(200);
  });

  test("ends what another session asked for: a reset, and a move to another address [T271]", async () => {
    const stolen = await login();
    await api("POST /v0/forgot-password/", { email: person.email });
    const moved = { first_name: "A", last_name: "B", email: `thief-${person.email}`, password: PASSWORD };
    await api("PUT /v0/users/", moved, { token: stolen });
    await change();
    expect((await verify(moved.email, "change")).status).toBe(400);
    const token = await tokenFrom(person.email, "reset");
    expect((await api("POST /v0/validate-reset-token/", { token })).status).toBe(400);
    expect((await person.call("GET /v0/users/")).body.email).toBe(person.email);
  });

  test("is announced to a verified address, and to no other [T271]", async () => {
    await change();
    expect((await emailsTo(person.email)).map(({ kind }) => kind)).toEqual(["verify"]);
    await verify(person.email);
    await change({ password: NEW, new_password: PASSWORD });
    const [letter] = await emailsTo(person.email);
    expect(letter?.kind).toBe("password");
    expect(letter?.text).toContain("/forgot-password");
    expect(letter?.text).not.toContain("token=");
  });
});

test("a pending address is taken back, and the link in its email no longer works", async () => {
  const email = `next-${person.email}`;
  await person.call("PUT /v0/users/", { first_name: "A", last_name: "B", email, password: PASSWORD });
  expect((await person.call("DELETE /v0/users/pending-email/")).status).toBe(204);
  expect((await person.call("GET /v0/users/")).body.pending_email).toBeNull();
  expect((await verify(email, "change")).status).toBe(400);
  expect((await person.call("GET /v0/users/")).body.email).toBe(person.email);
});
