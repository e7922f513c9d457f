/** Each way on which a device is switched, tried by a caller: what became of it. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Ruling, SwitchCaller, SwitchWay } from "../../../../broker/contract/asking.ts";
import { APP_SCOPE_NAMES } from "../../../../worker/contract/app-scopes.ts";
import { eventually } from "../../broker/support/client.ts";
import { assistant } from "./assistant.ts";
import { type Account, type Answer, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { connectedApp, refreshed } from "./oauth-app.ts";

export interface Home {
  owner: Account;
  id: string;
  found: string;
  token: string;
  /** A new access token of a connected app: each is good for an hour. */
  app(): Promise<string>;
  guest: string;
  apiKey: string;
  house: { username: string; password: string };
  lamp: string;
  /** Sets the list of the device and of the discovered one. */
  askFirst(callers: readonly string[]): Promise<void>;
}

const ON = JSON.stringify({ state: "on" });
const PLUG = { name: "Plug", cmd_t: "plug/set", o: { name: "Mine" } };
const path = (id: string) => `/v0/devices/on-off/${id}/`;

/** A gate, a discovered plug, a lamp for watches, and one of each caller. */
export async function newHome(): Promise<Home> {
  const owner = await newAccount();
  const make = async (line: string, body: object) => {
    const made = await owner.call(`POST ${line}`, body);
    if (made.status >= 300) throw new Error(`${line}: ${JSON.stringify(made.body)}`);
    return made.body;
  };
  const apiKey: string = (await make("/v0/api-keys/", {})).key;
  const { id } = await make("/v0/devices/on-off/", { name: "Gate" });
  const { id: lamp } = await make("/v0/devices/on-off/", { name: "Lamp" });
  const house = await make("/v0/mqtt/credentials/", { name: "House", view: "root" });
  const client = await connected(owner.id, { username: house.username, password: house.password });
  const options = { retain: true, qos: 1, messageId: 1 } as const;
  client.publish("homeassistant/switch/plug/config", JSON.stringify(PLUG), options);
  await client.next("puback");
  const [plug] = (await owner.call("GET /v0/devices/found/")).body;
  const { id: found } = await make(`/v0/devices/found/${plug.id}/adopt/`, {});
  const scopes = ["devices:switch", "devices:read", "setup:write", "setup:read", "messages:publish:#"];
  const { token } = await make("/v0/tokens/", { name: "robot", scopes: [...scopes, "messages:read:#"] });
  const login = await connectedApp(owner, APP_SCOPE_NAMES, { asks_first: false });
  const { token: guest } = await make("/v0/guests/", { name: "Ann", devices: [id], may: "switch" });
  const askFirst = async (callers: readonly string[]) => {
    await owner.call(`PUT ${path(id)}`, { name: "Gate", ask_first: callers });
    await owner.call(`PUT ${path(found)}`, { name: "Plug", ask_first: callers });
  };
  return { owner, id, found, token, app: () => refreshed(login), guest, apiKey, house, lamp, askFirst };
}

const bearer = (home: Home, caller: SwitchCaller): string =>
  ({ session: home.owner.token, token: home.token, guest: home.guest })[caller as "token"];

const call = (home: Home, caller: SwitchCaller, line: string, body?: unknown): Promise<Answer> =>
  api(line, body, { token: bearer(home, caller) });

/** `waits` only with the order in the list; `goes` only when nothing waits. */
async function outcomeOf(home: Home, { status, body }: Pick<Answer, "status" | "body">): Promise<Ruling> {
  if (status === 403) return "refused";
  if (status === 202 && body.result === "waiting for approval") {
    const { body: all } = await home.owner.call("GET /v0/approvals/");
    const row = all.find(({ id }: { id: string }) => id === body.approval);
    if (row?.state === "waiting") return "waits";
  }
  // a request has no reader here
  if (status < 300 || status === 504) return "goes";
  throw new Error(`${status} ${JSON.stringify(body)}`);
}

/** An app publishes by a tool, everybody else over HTTP. */
async function message(home: Home, caller: SwitchCaller, topic: string, reply = false): Promise<Ruling> {
  if (caller !== "app") {
    const line = `POST /v0/messages/${topic}${reply ? "?reply=1" : ""}`;
    return outcomeOf(home, await call(home, caller, line, { state: "on" }));
  }
  const { use } = await assistant(await home.app());
  const args = { topic, payload: ON };
  const { isError, structuredContent, content } = reply
    ? await use("request_device", { ...args, seconds: 1 })
    : await use("publish_message", { ...args, wait: 0 });
  if (isError && content[0]?.text.includes("asks its owner first")) return "refused";
  if (isError) throw new Error(content[0]?.text);
  return outcomeOf(home, { status: structuredContent.result ? 202 : 200, body: structuredContent });
}

export const commandOf = async ({ owner, id }: Pick<Home, "owner" | "id">) =>
  (await owner.call(`GET ${path(id)}`)).body.command;

const waitingOf = async ({ owner }: Pick<Home, "owner">) =>
  (await owner.call("GET /v0/approvals/")).body.filter(({ state }: { state: string }) => state === "waiting");

/** What happens to the gate after a cause that answers nobody. */
async function effectOf(home: Home, cause: () => Promise<unknown>): Promise<Ruling> {
  const before = JSON.stringify(await commandOf(home));
  const waited = (await waitingOf(home)).length;
  await cause();
  const isSwitched = JSON.stringify(await commandOf(home)) !== before;
  const isWaiting = (await waitingOf(home)).length > waited;
  if (isSwitched === isWaiting) throw new Error(`switched ${isSwitched}, waiting ${isWaiting}`);
  return isSwitched ? "goes" : "waits";
}

async function login(
  home: Home,
  caller: SwitchCaller,
): Promise<{ clientId: string; username: string; password: string }> {
  const clientId = `client-${crypto.randomUUID().slice(0, 8)}`;
  if (caller === "token") return { clientId, username: "x", password: home.token };
  if (caller === "api-key") return { clientId, username: "x", password: home.apiKey };
  const { username, password } = home.house;
  return { clientId, username: caller === "device" ? `${home.id}:${username}` : username, password };
}

/** A device's view has the account's prefix. */
const inView = (home: Home, caller: SwitchCaller, topic: string): string =>
  caller === "device" ? `${home.owner.id}/${topic}` : topic;

async function published(home: Home, caller: SwitchCaller, topic: string): Promise<Ruling> {
  const client = await connected(home.owner.id, await login(home, caller));
  const code = await client.publishQos1(inView(home, caller, topic), ON);
  client.send({ cmd: "disconnect" });
  if (code === 0x87) return "refused";
  if (code >= 0x80) throw new Error(`0x${code.toString(16)}`);
  return "goes";
}

/** CONNECT is accepted without a will that is refused, and the log says so. */
async function lastWill(home: Home, caller: SwitchCaller): Promise<Ruling> {
  const topic = inView(home, caller, `devices/${home.id}/control`);
  const before = (await commandOf(home))?.accepted_at;
  const refusals = async () => (await home.owner.call("GET /v0/mqtt/log/")).body.length;
  const refused = await refusals();
  const will = { topic, payload: ON };
  const client = await connected(home.owner.id, { ...(await login(home, caller)), will });
  await client.lose();
  const outcome = async (): Promise<Ruling | null> => {
    if ((await commandOf(home))?.accepted_at !== before) return "goes";
    return (await refusals()) > refused ? "refused" : null;
  };
  return (await eventually(outcome, (found) => found !== null)) ?? "waits";
}

const raise = async (home: Home) => {
  await home.owner.call(`POST ${path(home.lamp)}switch/`, { state: true });
};

async function watchTarget(home: Home): Promise<Ruling> {
  const { owner, id, lamp } = home;
  const raised = { state: true };
  const { body: target } = await owner.call("POST /v0/targets/", { kind: "device", device: id, raised });
  const when = { device: lamp, events: ["turned_on"] };
  const { body: watch } = await owner.call("POST /v0/watches/", { name: "W", when, targets: [target.id] });
  const outcome = await effectOf(home, () => raise(home));
  await owner.call(`DELETE /v0/watches/${watch.id}/`);
  return outcome;
}

async function noticeButton(home: Home): Promise<Ruling> {
  const { owner, id } = home;
  const when = { device: id, events: ["connected", "turned_on"] };
  const actions = [{ label: "Off", state: false }];
  const { body: watch } = await owner.call("POST /v0/watches/", { name: "N", when, targets: [], actions });
  await owner.call(`POST ${path(id)}switch/`, { state: true });
  const [notice] = (await owner.call(`GET /v0/watches/${watch.id}/notices/`)).body;
  const outcome = await effectOf(home, () =>
    owner.call(`POST /v0/notices/${notice.id}/act/`, { action: "command" }),
  );
  await owner.call(`DELETE /v0/watches/${watch.id}/`);
  return outcome;
}

async function ring({ owner }: Home, after: number): Promise<void> {
  vi.setSystemTime(Date.now() + after);
  await runDurableObjectAlarm(env.BROKER.getByName(owner.id) as never);
}

async function scheduleRun(home: Home): Promise<Ruling> {
  const at = new Date(Date.now() + 60_000).toISOString();
  const body = { name: "S", state: true, when: { at }, time_zone: "UTC" };
  await home.owner.call(`POST ${path(home.id)}schedules/`, body);
  return effectOf(home, () => ring(home, 61_000));
}

async function afterATime(home: Home): Promise<Ruling> {
  await home.owner.call(`PUT ${path(home.id)}`, { name: "Gate", auto_off: 30 });
  await home.owner.call(`POST ${path(home.id)}switch/`, { state: true });
  const outcome = await effectOf(home, () => ring(home, 31_000));
  await home.owner.call(`PUT ${path(home.id)}`, { name: "Gate", auto_off: 0 });
  return outcome;
}

const SCHEDULE = { name: "E", state: true, when: { cron: "30 18 * * 1-5" }, time_zone: "UTC" };

async function making(home: Home, caller: SwitchCaller): Promise<Ruling> {
  const { body: target } = await home.owner.call("POST /v0/targets/", {
    kind: "device",
    device: home.id,
    raised: { state: true },
  });
  const when = { device: home.lamp, events: ["turned_on"] };
  return outcomeOf(
    home,
    await call(home, caller, "POST /v0/watches/", { name: "W", when, targets: [target.id] }),
  );
}

/** The same list without the caller; back again. */
async function takingOff(home: Home, caller: SwitchCaller): Promise<Ruling> {
  const { ask_first: before } = (await home.owner.call(`GET ${path(home.id)}`)).body;
  const answer = await call(home, caller, `PUT ${path(home.id)}`, { name: "Gate", ask_first: [] });
  await home.askFirst(before);
  return outcomeOf(home, answer);
}

/** As it was, and off after a time; back again. */
async function settingOff(home: Home, caller: SwitchCaller): Promise<Ruling> {
  const answer = await call(home, caller, `PUT ${path(home.id)}`, { name: "Gate", auto_off: 20 });
  await home.owner.call(`PUT ${path(home.id)}`, { name: "Gate", auto_off: 0 });
  return outcomeOf(home, answer);
}

/** Of a device that is made for it. */
async function deleting(home: Home, caller: SwitchCaller): Promise<Ruling> {
  const { ask_first } = (await home.owner.call(`GET ${path(home.id)}`)).body;
  const { id } = (await home.owner.call("POST /v0/devices/on-off/", { name: "Spare", ask_first })).body;
  return outcomeOf(home, await call(home, caller, `DELETE ${path(id)}`));
}

/** Tries a way. */
export const DRIVE: Record<SwitchWay, (home: Home, caller: SwitchCaller) => Promise<Ruling>> = {
  "POST switch": async (home, caller) =>
    outcomeOf(home, await call(home, caller, `POST ${path(home.id)}switch/`, { state: true })),
  "PUT device with another state": async (home, caller) => {
    await home.owner.call(`POST ${path(home.id)}switch/`, { state: false });
    return outcomeOf(home, await call(home, caller, `PUT ${path(home.id)}`, { name: "Gate", state: true }));
  },
  "/mcp switch_device": async (home, caller) => {
    const { use } = await assistant(caller === "app" ? await home.app() : home.token);
    const { structuredContent } = await use("switch_device", { device_id: home.id, state: "on", wait: 0 });
    return outcomeOf(home, { status: 202, body: structuredContent });
  },
  "POST message to the control topic": (home, caller) => message(home, caller, `devices/${home.id}/control`),
  "POST message with reply": (home, caller) => message(home, caller, `devices/${home.id}/control`, true),
  "POST message to another maker's command topic": (home, caller) => message(home, caller, "plug/set"),
  "MQTT PUBLISH to the control topic": (home, caller) =>
    published(home, caller, `devices/${home.id}/control`),
  "MQTT PUBLISH to another maker's command topic": (home, caller) => published(home, caller, "plug/set"),
  "MQTT will on the control topic": lastWill,
  "target of a watch": watchTarget,
  "button of a notice": noticeButton,
  "run of a schedule": scheduleRun,
  "switched off after a time": afterATime,
  "making a schedule": async (home, caller) =>
    outcomeOf(home, await call(home, caller, `POST ${path(home.id)}schedules/`, SCHEDULE)),
  "making a watch that switches": making,
  "setting what switches it off": settingOff,
  "taking a caller off ask_first": takingOff,
  "deleting the device": deleting,
};
