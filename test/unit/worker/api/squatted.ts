/** A stranger's account under another person's address, with everything that the product can make. */

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { newAuthenticator } from "../../../support/authenticator.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, type Call, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { codeFor, connectedApp, registered } from "./oauth-app.ts";
import { Reader } from "./stream-reader.ts";

const NEW_PASSWORD = "Another-horse-8";
const LOGIN = { username: "lamp", password: "p" };
const NIGHT = { name: "Night", state: true, when: { cron: "0 3 * * *" }, time_zone: "Europe/Berlin" };
const HOOK = { kind: "webhook", url: "https://hooks.example.com/stranger" };
const PLUG = { name: "Plug", cmd_t: "plug/set", stat_t: "plug", avty_t: "plug/there", pl_avail: '"online"' };
const ALL_SCOPES = ["messages:publish:#", "messages:read:#", "devices:switch", "devices:read", "events:read"];

export const storageOf = <T>(account: Account, read: (sql: SqlStorage) => T): Promise<T> =>
  runInDurableObject(env.BROKER.getByName(account.id) as never, (_: unknown, state: DurableObjectState) =>
    read(state.storage.sql),
  ) as Promise<T>;

export const stream = async (query: string, token?: string): Promise<Reader> => {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Token ${token}` };
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://api.test/v0/stream/${query}`, {
    headers,
  });
  return new Reader(await worker.fetch(request, env as unknown as Env, createExecutionContext()));
};

/** The answer of a call that must succeed. */
async function done(account: Account, line: string, body?: unknown) {
  const answer = await account.call(line, body);
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function logins(account: Account) {
  const make = (line: string, body?: unknown) => done(account, `POST /v0/${line}/`, body);
  const { key } = await make("api-keys");
  const channel = await make("mqtt/channels", { name: "C", topic: "c" });
  await make("mqtt/credentials", { name: "C", ...LOGIN, channels: [channel.id] });
  const device = String((await make("devices/on-off", { name: "Lamp", channels: [channel.id] })).id);
  const link = String((await make(`devices/on-off/${device}/link`)).token);
  const { challenge } = await make("passkeys/challenge");
  const passkey = await (await newAuthenticator("http://api.test")).register(challenge);
  await make("passkeys", { name: "P", password: PASSWORD, ...passkey });
  const token = String((await make("tokens", { name: "T", scopes: ALL_SCOPES })).token);
  await connectedApp(account);
  await codeFor(account, await registered());
  return { key: String(key), device, link, token };
}

type Logins = Awaited<ReturnType<typeof logins>>;

/** One client for each way to log in, and a session that outlives its connection. */
async function clients({ id }: Account, { key, device, token }: Logins) {
  const away = await connected(id, { ...LOGIN, clientId: "away", kept: true });
  await away.subscribe(`${id}/c`, 1);
  await away.leave();
  return [
    await connected(id, { clientId: `${key}__1` }),
    await connected(id, { ...LOGIN, clientId: "c" }),
    await connected(id, { ...LOGIN, clientId: "d", username: `${device}:lamp` }),
    await connected(id, { username: "t", password: token, clientId: "t" }),
  ];
}

/** Settings, a schedule, a watch with targets and a notice, an order that waits, and a ticket. */
async function leftovers(account: Account, { device, token }: Logins) {
  const { email } = account;
  await done(account, "PUT /v0/users/", { first_name: "Mal", last_name: "Lory", email, clock: "24" });
  const all = { filter: "#", days: 30 };
  const settings = { profile: "full", home_assistant: true, history: [all, { filter: "x", days: 1 }] };
  await done(account, "PUT /v0/mqtt/settings/", settings);
  await done(account, `POST /v0/devices/on-off/${device}/schedules/`, NIGHT);
  const target = (await done(account, "POST /v0/targets/", HOOK)).id;
  await done(account, "POST /v0/targets/", { kind: "mail" });
  const spy = { name: "Spy", when: { events: ["turned_on"] }, targets: [target] };
  const watch = String((await done(account, "POST /v0/watches/", spy)).id);
  await done(account, `POST /v0/devices/on-off/${device}/switch/`, { state: true });
  // a filter that goes packs what the history has
  await done(account, "PUT /v0/mqtt/settings/", { ...settings, history: [all] });
  await orderFrom(account, { device, token });
  const ticket = String((await api("POST /v0/stream/ticket/", undefined, { token })).body.ticket);
  return { watch, ticket };
}

/** An order that waits for the owner. The device asks nobody afterwards. */
async function orderFrom(
  account: Account,
  { device, token }: Pick<Logins, "device" | "token">,
): Promise<void> {
  const path = `/v0/devices/on-off/${device}/`;
  await done(account, `PUT ${path}`, { name: "Lamp", ask_first: ["token"] });
  const { status } = await api(`POST ${path}switch/`, { state: false }, { token });
  if (status !== 202) throw new Error(`the order was answered with ${status}`);
  await done(account, `PUT ${path}`, { name: "Lamp", ask_first: [] });
}

/** Retained messages, an adopted device with its availability, and a refusal. */
async function messages(account: Account, { token }: Logins): Promise<void> {
  const retain = (topic: string, body: unknown) =>
    api(`POST /v0/messages/${topic}?retain=true&qos=1`, body, { token });
  await retain("homeassistant/switch/plug/config", PLUG);
  const [found] = await done(account, "GET /v0/devices/found/");
  await done(account, `POST /v0/devices/found/${found.id}/adopt/`);
  await retain("plug/there", "online");
  await retain("c", "of the stranger");
  const lamp = await connected(account.id, { ...LOGIN, clientId: "refused" });
  await lamp.subscribe(`${account.id}/forbidden`, 1);
  await lamp.leave();
}

export async function squatted() {
  const account = await newAccount();
  const made = await logins(account);
  const open = await clients(account, made);
  const left = await leftovers(account, made);
  await messages(account, made);
  const ofToken = await stream("?events=true&filter=%23", made.token);
  const streams = [ofToken, await stream("?events=true", account.token)];
  await storageOf(account, (sql) =>
    sql.exec("INSERT INTO recent_logins (login, client_id, at) VALUES ('a', 'b', ?)", Date.now()),
  );
  return { account, ...made, ...left, clients: open, streams };
}

export const reset = (token: string, call: Call = api) =>
  call("POST /v0/reset-password/", { token, password: NEW_PASSWORD });

/** Logs in with the password of the reset. */
export async function logIn({ email }: Account) {
  const { body } = await api("POST /v0/login/", { email, password: NEW_PASSWORD });
  return (line: string, more?: unknown) => api(line, more, { token: body.data.token });
}
