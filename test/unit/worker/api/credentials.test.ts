/** Fields of a credential: views, grants, a device, generated names, rotation. */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runJobs } from "../../../../worker/jobs.ts";
import { withNewName } from "../../../../worker/routes/unique.ts";
import { type Account, apiWith, newAccount, rows, run } from "./client.ts";
import { connected, type Login, upgrade } from "./connected.ts";
import { countRoundTrips } from "./trips.ts";

const PATH = "/v0/mqtt/credentials/";

const make = async (account: Account, body: object) => {
  const answer = await account.call(`POST ${PATH}`, { name: "C", ...body });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body;
};
const rotate = async (account: Account, id: string, body: object = {}) =>
  (await account.call(`POST ${PATH}${id}/rotate/`, body)).body;
const only = async (account: Account) => (await account.call(`GET ${PATH}`)).body[0];

/** The code of CONNACK. */
async function knocked(account: Account, login: Login): Promise<number> {
  const { reasonCode = -1 } = await (await upgrade(account.id, login)).next("connack");
  return reasonCode;
}
const loginOf = ({ username, password }: Login): Login => ({ username, password }) as Login;

test("a generated name that exists is drawn again, up to five times", async () => {
  const account = await newAccount();
  const taken = (await make(account, {})).username as string;
  const insert = (userId: string) => (username: string) =>
    run(
      `INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at, server_made)
       VALUES (?1, ?2, 'n', ?3, '', 0, 1)`,
      crypto.randomUUID(),
      userId,
      username,
    ).then(() => username);
  const stranger = await newAccount();
  const draws = [taken, taken, "brandnew22"];
  expect(await withNewName(insert(stranger.id), () => draws.shift() ?? "")).toBe("brandnew22");
  await expect(withNewName(insert(stranger.id), () => taken)).rejects.toThrow("UNIQUE");
  await expect(withNewName(insert(account.id), () => taken)).rejects.toThrow("UNIQUE");
});

test("rights to everything survive the deletion of a channel", async () => {
  const account = await newAccount();
  const channel = (await account.call("POST /v0/mqtt/channels/", { name: "T", topic: "t" })).body.id;
  const narrow = await make(account, { view: "root", channels: [channel] });
  const wide = await make(account, { view: "root" });
  await account.call(`DELETE /v0/mqtt/channels/${channel}/`);
  const list = (await account.call(`GET ${PATH}`)).body;
  expect(list.map(({ id, grants }: { id: string; grants: [] }) => [id, grants.length])).toEqual([
    [narrow.id, 0],
    [wide.id, 1],
  ]);
});

test("a device, a channel and a filter of another account are refused [T154]", async () => {
  const [account, stranger] = [await newAccount(), await newAccount()];
  await stranger.call("POST /v0/api-keys/");
  const device = (await stranger.call("POST /v0/devices/on-off/", { name: "L" })).body.id;
  const { id } = await make(account, {});
  const before = await rows("SELECT * FROM credentials WHERE user_id = ?1", account.id);
  for (const line of [`POST ${PATH}`, `PUT ${PATH}${id}/`]) {
    const { status, body } = await account.call(line, { name: "N", device });
    expect([status, body.errors.device]).toEqual([400, [`Invalid pk "${device}" - object does not exist.`]]);
  }
  expect(await rows("SELECT * FROM credentials WHERE user_id = ?1", account.id)).toEqual(before);
  const grants = [{ filter: `${stranger.id}/#`, publish: true, subscribe: true }];
  const { username, password } = await make(account, { view: "account", grants });
  const client = await connected(account.id, { username, password });
  expect(await client.subscribe(`${stranger.id}/#`)).toBe(0x87);
  expect(await client.subscribe(`${account.id}/${stranger.id}/#`)).toBeLessThan(0x80);
});

test("clients are disconnected by another view, name, password or device, and by no other change", async () => {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const device = (await account.call("POST /v0/devices/on-off/", { name: "L" })).body.id;
  const { id, username, password } = await make(account, { view: "root" });
  const version = async () =>
    (await rows<{ v: number }>("SELECT secret_version AS v FROM credentials WHERE id = ?1", id))[0]?.v ?? 0;
  const grows = async (body: object) => {
    const before = await version();
    expect((await account.call(`PUT ${PATH}${id}/`, { name: "C", ...body })).status).toBe(200);
    return (await version()) > before;
  };
  const same = { name: "D", username, password, view: "root", device: null, channels: [] };
  for (const body of [{}, same, { grants: [] }]) expect([body, await grows(body)]).toEqual([body, false]);
  const more = [{ view: "account" }, { device }, { device: null }, { username: "u" }, { password: "p" }];
  for (const body of more) {
    await rotate(account, id);
    expect([body, await grows(body)]).toEqual([body, true]);
    // a rotation's old password ends with it
    expect((await only(account)).old_password_until).toBeNull();
  }
});

test("an owner may keep the chosen name, and other names stay unchanged", async () => {
  const account = await newAccount();
  const { id } = await make(account, {});
  await account.call(`PUT ${PATH}${id}/`, { name: "other" });
  expect((await only(account)).server_made).toBe(true);
  await account.call(`PUT ${PATH}${id}/`, { name: "other", username: "mine" });
  const { server_made, username, ws_path } = await only(account);
  expect([server_made, username, ws_path]).toEqual([false, "mine", `/mqtt/${account.id}`]);
});

test("its device is removed with the device", async () => {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const device = (await account.call("POST /v0/devices/on-off/", { name: "L" })).body.id;
  await make(account, { device });
  expect((await account.call(`DELETE /v0/devices/on-off/${device}/`)).status).toBe(204);
  expect((await only(account)).device).toBeNull();
});

test("a rotated password works, the old one for its time, and an older one does not [T152]", async () => {
  const account = await newAccount();
  const first = await make(account, {});
  const second = await rotate(account, first.id, { overlap: 60 });
  expect(second.password).not.toBe(first.password);
  expect(second.old_password_last_used).toBeNull();
  expect(await knocked(account, loginOf(second))).toBe(0);
  expect((await only(account)).old_password_last_used).toBeNull();
  expect(await knocked(account, loginOf(first))).toBe(0);
  const used = await only(account);
  expect(used.old_password_last_used).toEqual(used.last_used);
  const third = await rotate(account, first.id, { password: "third" });
  expect([third.password, third.old_password_last_used]).toEqual(["third", null]);
  expect(await knocked(account, loginOf(first))).toBe(0x86);
  expect(await knocked(account, loginOf(second))).toBe(0);
  const last = await rotate(account, first.id, { overlap: 0 });
  expect(last.old_password_until).toBeNull();
  expect(await knocked(account, loginOf(third))).toBe(0x86);
  expect(await knocked(account, loginOf(last))).toBe(0);
});

test("two simultaneous rotations are applied one after the other", async () => {
  const account = await newAccount();
  const { id } = await make(account, {});
  const answers = await Promise.all([
    rotate(account, id, { password: "a" }),
    rotate(account, id, { password: "b" }),
  ]);
  const { username, password } = await only(account);
  const [old] = answers.map((answer) => answer.password).filter((each) => each !== password);
  expect(await knocked(account, { username, password })).toBe(0);
  expect(await knocked(account, { username, password: old })).toBe(0);
});

test("an earlier password is sealed for its own column, and deleted a week after its end [T153]", async () => {
  const account = await newAccount();
  const { id, password } = await make(account, {});
  await rotate(account, id, { overlap: 60 });
  const sealed = () =>
    rows("SELECT earlier_sealed, earlier_since, earlier_until FROM credentials WHERE id = ?1", id);
  const [before] = await sealed();
  expect(JSON.stringify(before)).toMatch(/"v1\./);
  expect(JSON.stringify(before)).not.toContain(password);
  const jobs = (days: number) =>
    runJobs({ ...env, ENVIRONMENT: "development" }, Date.now() + days * 86_400_000);
  await jobs(6.9);
  expect(await sealed()).toEqual([before]);
  expect((await jobs(7.1)).counts.earlier_passwords).toBeGreaterThan(0);
  expect(await sealed()).toEqual([{ earlier_sealed: null, earlier_since: null, earlier_until: null }]);
});

test("the connection settings follow from the service's address", async () => {
  const { token, id } = await newAccount();
  const ours = { APP_URL: "https://pages.example", API_URL: "https://yard.example:8443" };
  const at = async (variables: object) => {
    const call = apiWith({ HOSTS: "api.test", ...variables });
    const [row] = (await call(`GET ${PATH}`, undefined, { token })).body;
    const { host, port, tls_port, ws_url, ws_path } = row;
    return { host, port, tls_port, ws_url, ws_path };
  };
  await apiWith()(`POST ${PATH}`, { name: "C", username: "own" }, { token });
  const own = { ws_url: `wss://yard.example:8443/mqtt/${id}`, ws_path: `/mqtt/${id}` };
  expect(await at(ours)).toEqual({ host: null, port: null, tls_port: null, ...own });
  expect(await at({ ...ours, MQTT_TCP_PORT: "1883" })).toMatchObject({ host: "yard.example", port: 1883 });
  const apart = { MQTT_TCP_HOST: "mqtt.example", MQTT_TLS_PORT: "8883" };
  expect(await at({ ...ours, ...apart })).toMatchObject({ host: "mqtt.example", port: null, tls_port: 8883 });
  expect(await at({ APP_URL: "", MQTT_TCP_PORT: "1883" })).toMatchObject({ host: null, ws_url: null });
});

test("an account's profile is the one that the broker announces", async () => {
  const account = await newAccount();
  const { token } = account;
  const call = apiWith({ MQTT_MAX_QOS: "2", MQTT_RETAIN: "true" });
  const offered = async (by?: string) => {
    const { max_qos, retain } = (await call("GET /v0/broker/", undefined, { token: by })).body;
    return [max_qos, retain];
  };
  expect([await offered(), await offered(token)]).toEqual([
    [2, true],
    [2, true],
  ]);
  await account.call("PUT /v0/mqtt/settings/", { profile: "classic" });
  expect([await offered(), await offered(token)]).toEqual([
    [2, true],
    [1, false],
  ]);
  // omitted fields stay, and an equal value is no change of rights
  const { db, trips } = countRoundTrips(env.DB);
  await apiWith({ DB: db })("PUT /v0/mqtt/settings/", { profile: "classic" }, { token });
  expect(trips()).toBe(1);
});

test("devices are announced to Home Assistant while the account's setting is on", async () => {
  const account = await newAccount();
  const settings = async () => (await account.call("GET /v0/mqtt/settings/")).body;
  expect(await settings()).toEqual({ profile: "full", home_assistant: false, history: [] });
  await account.call("PUT /v0/mqtt/settings/", { profile: "full", home_assistant: true });
  await account.call("PUT /v0/mqtt/settings/", { profile: "full" });
  expect(await settings()).toEqual({ profile: "full", home_assistant: true, history: [] });
  await account.call("POST /v0/api-keys/");
  const device = await account.call("POST /v0/devices/on-off/", { name: "Hall lamp" });
  const retained = async () => (await account.call("GET /v0/broker/")).body.used.retained;
  expect([device.status, await retained()]).toEqual([201, 1]);
  await account.call("PUT /v0/mqtt/settings/", { profile: "full", home_assistant: false });
  expect(await retained()).toBe(0);
});

test("eight simultaneous rotations of one credential succeed, and one of their passwords works", async () => {
  const account = await newAccount();
  const { body: first } = await account.call(`POST ${PATH}`, { name: "Sensor" });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => account.call(`POST ${PATH}${first.id}/rotate/`, {})),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const [now] = (await account.call(`GET ${PATH}`)).body;
  expect(answers.map(({ body }) => body.password)).toContain(now.password);
});
