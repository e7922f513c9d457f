/** `/v0/export/`: the archive of an account. */

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { EXPORT_FORMAT } from "../../../../worker/contract/export-file.ts";
import { MESSAGES } from "../../../../worker/contract/sentences.ts";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { STALLED_MS } from "../../../../worker/export/place.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

function exportOf({ token }: Account, overrides: Record<string, unknown> = {}, method = "GET") {
  const request = new Request<unknown, IncomingRequestCfProperties>("http://api.test/v0/export/", {
    method,
    headers: { Authorization: `Token ${token}` },
  });
  return worker.fetch(request, { ...env, ...overrides } as unknown as Env, createExecutionContext());
}

async function archiveOf(account: Account): Promise<{ headers: Headers; files: Map<string, string> }> {
  const response = await exportOf(account);
  expect(response.status).toBe(200);
  return { headers: response.headers, files: unzipped(await response.bytes()) };
}

/** An archive without compression, read by its central directory (APPNOTE.TXT, sections 4.3.12 and 4.3.16). */
function unzipped(archive: Uint8Array): Map<string, string> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = (at: number, length: number) => new TextDecoder().decode(archive.subarray(at, at + length));
  const end = archive.byteLength - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    expect(view.getUint16(at + 10, true)).toBe(0);
    const [size, name] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(text(at + 46, name), text(start, size));
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

test("holds lists, schedules, watches with targets but without secrets, every event, values as CSV and files for Mosquitto", async () => {
  const person = await newAccount();
  const { key } = (await person.call("POST /v0/api-keys/")).body;
  const lamp = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
  for (let n = 0; n < 3; n++)
    await person.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: n % 2 === 0 });
  const client = await connected(person.id, { clientId: `${key}__sensor` });
  client.publish(`${person.id}/devices/${lamp}/telemetry`, '{"temperature":21.5}');
  await client.all();
  const when = { cron: "30 18 * * *" };
  const schedule = { name: "Evening", state: false, when, time_zone: "Europe/Berlin" };
  await person.call(`POST /v0/devices/on-off/${lamp}/schedules/`, schedule);
  const webhook = { kind: "webhook", url: "https://hooks.example.com/lamp" };
  const { id: target, secret } = (await person.call("POST /v0/targets/", webhook)).body;
  const watch = { name: "Lost", when: { device: lamp, lost_for: "PT5M" }, targets: [target] };
  expect((await person.call("POST /v0/watches/", watch)).status).toBe(201);
  const { headers, files } = await archiveOf(person);
  expect(headers.get("Content-Type")).toBe("application/zip");
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="switchyard-export.zip"');
  expect([...files.keys()]).toEqual([
    "README.txt",
    "account.json",
    "security.json",
    "mosquitto.passwd",
    "mosquitto.acl",
    `values/${lamp}.temperature.csv`,
  ]);
  const account = JSON.parse(files.get("account.json") ?? "");
  expect(account).toMatchObject({
    format: EXPORT_FORMAT,
    user: { id: person.id },
    settings: { profile: "full", home_assistant: false, history: [] },
    api_keys: [{ key }],
    devices: [{ id: lamp }],
    channels: [],
    schedules: [{ device: lamp, ...schedule }],
    watches: [watch],
    targets: [{ id: target, kind: "webhook", address: webhook.url }],
  });
  expect(secret).toMatch(/^whsec_/);
  expect(files.get("account.json")).not.toContain(secret);
  expect(account.events).toEqual((await person.call("GET /v0/events/devices/on-off/?size=100")).body);
  expect(account.events.length).toBeGreaterThan(1);
  expect(files.get(`values/${lamp}.temperature.csv`)).toMatch(/^at,value\r\n[^,]+,21\.5\r\n$/);
  expect(files.get("mosquitto.passwd")).toContain(`${key}:$7$`);
});

test("holds the security log as it was before this export, which is its next row", async () => {
  const person = await newAccount();
  const kindsIn = (list: { kind: string }[]) => list.map(({ kind }) => kind);
  const { files } = await archiveOf(person);
  expect(kindsIn(JSON.parse(files.get("security.json") ?? ""))).toContain("registered");
  expect(kindsIn((await person.call("GET /v0/security/")).body)).toEqual(["exported", "registered"]);
});

test("needs a login session: no token reads API keys and passwords by it", async () => {
  const person = await newAccount();
  const { token } = (await person.call("POST /v0/tokens/", { name: "T", scopes: ["setup:read"] })).body;
  const { status, body } = await api("GET /v0/export/", undefined, { token });
  expect([status, body]).toEqual([403, { detail: "This needs a login session." }]);
  expect((await api("GET /v0/export/")).status).toBe(401);
});

test("one export at a time and account: a second is refused, and the place is free when the reader ends or hangs up", async () => {
  const [person, other] = [await newAccount(), await newAccount()];
  const first = await exportOf(person);
  const second = await exportOf(person);
  expect([second.status, second.headers.get("Retry-After")]).toEqual([429, "10"]);
  expect(await second.json()).toEqual({ detail: MESSAGES.exportRunning });
  expect((await archiveOf(other)).files.size).toBe(5);
  await first.body?.cancel();
  const third = await exportOf(person);
  expect(third.status).toBe(200);
  await third.bytes();
  expect((await exportOf(person, {}, "HEAD")).status).toBe(200);
  expect((await archiveOf(person)).files.size).toBe(5);
});

test("a reader that takes nothing for 30 seconds loses its place, and its export is broken off", async () => {
  onTestFinished(() => void vi.useRealTimers());
  const person = await newAccount();
  const stalled = await exportOf(person);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + STALLED_MS });
  const next = await exportOf(person);
  expect(next.status).toBe(200);
  await expect(stalled.bytes()).rejects.toThrow("stalled");
  // it does not free the place of the other
  expect((await exportOf(person)).status).toBe(429);
  await next.bytes();
});

test("MAX_EXPORT_BYTES: an account beyond it is refused in a sentence, and may try again", async () => {
  const person = await newAccount();
  const refused = await exportOf(person, { MAX_EXPORT_BYTES: "100" });
  expect(refused.status).toBe(413);
  expect(await refused.json()).toEqual({ detail: expect.stringContaining("100 bytes (MAX_EXPORT_BYTES)") });
  expect((await archiveOf(person)).files.size).toBe(5);
});

test("a call of the page without the password gets no archive, and guesses are counted", async () => {
  const person = await newAccount();
  const ask = (body: unknown) =>
    worker.fetch(
      new Request<unknown, IncomingRequestCfProperties>("http://api.test/v0/export/", {
        method: "POST",
        headers: { Authorization: `Token ${person.token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
      { ...env, THROTTLE: "on" } as unknown as Env,
      createExecutionContext(),
    );
  const wrong = await ask({ password: "Wrong-horse-8" });
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    { errors: { password: [MESSAGES.wrongPassword] } },
  ]);
  expect((await ask({})).status).toBe(400);
  const right = await ask({ password: PASSWORD });
  expect(right.status).toBe(200);
  expect([...unzipped(await right.bytes()).keys()]).toEqual([...(await archiveOf(person)).files.keys()]);
  const statuses: number[] = [];
  for (let guess = 0; guess < 10; guess++) statuses.push((await ask({ password: "Wrong-horse-9" })).status);
  expect(statuses.at(-1)).toBe(429);
});
