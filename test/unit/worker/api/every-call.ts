/** A successful request for each call of the table, for an account with one of everything. */

import { SELF } from "cloudflare:test";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import { makeWorld, PASSWORD } from "../../../support/golden/world.ts";
import { type Account, accountOf, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { tokenFrom, verify } from "./emails.ts";
import { newPasskeys } from "./new-passkeys.ts";
import { appId } from "./oauth-app.ts";
import { orderOf } from "./waiting-order.ts";

/** Apps log in over https or at localhost only: `oauth.test.ts` makes these calls. */
const ON_ONE_COMPUTER: readonly CallName[] = ["checkAuthorization", "answerAuthorization"];

/** Ordered so that one world serves all: calls that end the session come last. */
export const NAMES = (Object.keys(CALLS) as CallName[])
  .filter((name) => !ON_ONE_COMPUTER.includes(name))
  .sort((a, b) => order(a) - order(b));
function order(name: CallName): number {
  return ["revokeLinks", "logout", "resetPassword"].indexOf(name);
}

export interface World {
  person: Account;
  /** The account that is deleted. */
  leaver: Account;
  /** The account whose password is changed, which ends the links of a reset. */
  changer: Account;
  /** By the call whose path has the id, or by kind. */
  ids: Record<string, string>;
  /** A new passkey, and a login with another. */
  passkeys: Record<"added" | "login", Record<string, string>>;
}

/** The accounts of the golden table's world, with what further calls need. */
export async function newWorld(): Promise<World> {
  const { names, tokens } = await makeWorld((request) => SELF.fetch(request), "http://api.test");
  const account = (token: string, id?: string, email?: string) =>
    accountOf({ token, id: id ?? "", email: email ?? "" });
  const person = account(tokens.owner, names.user, names.email);
  const changer = account(tokens.other, names.other_user, names.other_email);
  const leaver = account(tokens.empty, names.empty, names.empty_email);
  await leaver.call("POST /v0/api-keys/");
  const ids = await furnish(person, names);
  const { added, login, deletePasskey } = await newPasskeys(person);
  ids.deletePasskey = deletePasskey;
  ids.verify = await tokenFrom(leaver.email, "verify");
  const mover = await newAccount();
  await verify(mover.email);
  const moved = { first_name: "A", last_name: "B", email: `to-${mover.email}`, password: PASSWORD };
  await mover.call("PUT /v0/users/", moved);
  ids.undo = await tokenFrom(mover.email, "moved");
  return { person, leaver, changer, ids, passkeys: { added, login } };
}

/** The nouns of the golden world under the names of the calls that use them, and one for each further call. */
async function furnish(person: Account, names: Record<string, string>): Promise<Record<string, string>> {
  const make = async (line: string, body?: unknown) => (await person.call(line, body)).body.id as string;
  const { device: lamp = "", channel: door = "" } = names;
  return {
    deleteApiKey: names.key ?? "",
    deleteSession: await secondSession(person),
    deleteToken: names.machine ?? "",
    ...(await guests(lamp, make)),
    deleteApp: await appId(person),
    updateChannel: door,
    deleteChannel: names.spare_channel ?? "",
    updateCredential: names.credential ?? "",
    deleteCredential: names.spare_credential ?? "",
    rotateCredential: await make("POST /v0/mqtt/credentials/", { name: "e", username: "e", password: "p" }),
    updateDevice: await make("POST /v0/devices/on-off/", { name: "A" }),
    deleteDevice: names.spare_device ?? "",
    readDevice: lamp,
    listConnections: lamp,
    createLink: lamp,
    revokeLinks: lamp,
    switchDevice: lamp,
    listDeviceValues: lamp,
    readDeviceSeries: lamp,
    writeDeviceSeries: lamp,
    writeTelemetry: lamp,
    listChannelValues: door,
    readChannelSeries: door,
    writeChannelSeries: await tank(make),
    ...(await scheduled(lamp, make)),
    ...(await watched(lamp, make)),
    sendNotice: await noticeId(person, lamp),
    actOnNotice: (await person.call("GET /v0/notices/")).body[0].id,
    answerApproval: await orderOf(person),
    link: (await person.call(`POST /v0/devices/on-off/${lamp}/link/`)).body.token,
    ...(await connect(person)),
    token: await resetToken(person),
  };
}

async function guests(lamp: string, make: (line: string, body?: unknown) => Promise<string>) {
  const guest = () => make("POST /v0/guests/", { name: "G", devices: [lamp], may: "see" });
  return { updateGuest: await guest(), deleteGuest: await guest() };
}

/** A channel that is a series. */
const tank = (make: (line: string, body?: unknown) => Promise<string>) =>
  make("POST /v0/mqtt/channels/", { name: "tank", topic: "tank", series: { path: "", name: "level" } });

/** Ids under the names of the calls that use them. */
async function scheduled(lamp: string, make: (line: string, body?: unknown) => Promise<string>) {
  const ids: Record<string, string> = {};
  for (const name of ["updateSchedule", "deleteSchedule", "listRuns"]) {
    ids[name] = lamp;
    ids[`${name} schedule`] = await make(`POST /v0/devices/on-off/${lamp}/schedules/`, EVENING);
  }
  return { ...ids, listSchedules: lamp, createSchedule: lamp, previewSchedule: lamp };
}
async function noticeId(person: Account, lamp: string): Promise<string> {
  await person.call("POST /v0/watches/", { name: "On", when: { events: ["turned_on"] }, targets: [] });
  await person.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
  return (await person.call("GET /v0/notices/")).body[0].id;
}

/** Watches and targets. */
async function watched(lamp: string, make: (line: string, body?: unknown) => Promise<string>) {
  const watch = () => make("POST /v0/watches/", { ...LOST, when: { ...LOST.when, device: lamp } });
  const webhook = () => make("POST /v0/targets/", { kind: "webhook", url: "https://hooks.example.com/a" });
  return {
    updateWatch: await watch(),
    deleteWatch: await watch(),
    snoozeWatch: await watch(),
    listWatchNotices: await watch(),
    deleteTarget: await webhook(),
    testTarget: await webhook(),
    rotateTarget: await webhook(),
  };
}
const LOST = { name: "Lost", when: { lost_for: "PT5M" }, targets: [] };
const WEEKDAYS = { when: { cron: "30 18 * * 1-5" }, time_zone: "Europe/Berlin" };
const EVENING = { name: "Evening", state: true, ...WEEKDAYS };

/** A connected client, and a refused one. */
async function connect(person: Account) {
  const { key } = (await person.call("POST /v0/api-keys/")).body;
  await connected(person.id, { clientId: `${key}__every-call` });
  const disconnectClient = (await person.call("GET /v0/mqtt/clients/")).body[0].connection_id as string;
  const board = await connected(person.id, { username: "board", password: "s3cret" });
  board.publish(`${person.id}/refused`);
  await board.all();
  const root = { name: "R", username: "r", password: "p", view: "root" };
  await person.call("POST /v0/mqtt/credentials/", root);
  const plug = await connected(person.id, { username: "r", password: "p" });
  plug.publish("homeassistant/switch/plug/config", '{"cmd_t":"plug/set"}', { retain: true });
  await plug.all();
  const adoptFound = (await person.call("GET /v0/devices/found/")).body[0].id as string;
  const fixRefusal = (await person.call("GET /v0/mqtt/log/")).body[0].id as string;
  return { disconnectClient, fixRefusal, adoptFound };
}

/** The id of another login session. */
async function secondSession({ email, call }: Account): Promise<string> {
  await api("POST /v0/login/", { email, password: PASSWORD });
  return (await call("GET /v0/sessions/")).body.find((one: { current: boolean }) => !one.current).id;
}

async function resetToken({ email }: Account): Promise<string> {
  await api("POST /v0/forgot-password/", { email });
  return tokenFrom(email, "reset");
}

const HOURS = new Blob(["at,value\r\n2026-01-22T13:00:00.000Z,21.5\r\n"], { type: "text/csv" });

/** The most expensive variant of each body. */
const BODIES: Partial<Record<CallName, (world: World) => unknown>> = {
  register: () => ({ email: `new-${crypto.randomUUID()}@example.com`, password: PASSWORD }),
  login: ({ person }) => ({ email: person.email, password: PASSWORD }),
  loginWithPasskey: ({ passkeys }) => passkeys.login,
  createPasskey: ({ passkeys }) => ({ name: "Phone", password: PASSWORD, ...passkeys.added }),
  forgotPassword: () => ({ email: "nobody@example.com" }),
  validateResetToken: ({ ids }) => ({ token: ids.token }),
  resetPassword: ({ ids }) => ({ token: ids.token, password: "Another-horse-8" }),
  joinWaitlist: () => ({ email: "w@example.com" }),
  updateUser: ({ person }) => ({
    first_name: "A",
    last_name: "B",
    email: `next-${person.email}`,
    password: PASSWORD,
  }),
  changePassword: () => ({ password: PASSWORD, new_password: "Another-horse-8" }),
  deleteUser: () => ({ password: PASSWORD }),
  exportWithPassword: () => ({ password: PASSWORD }),
  verifyEmail: ({ ids }) => ({ token: ids.verify }),
  undoEmail: ({ ids }) => ({ token: ids.undo }),
  createToken: () => ({ name: "T", scopes: ["messages:publish:a/#", "devices:switch"], expires_in: "P90D" }),
  createGuest: ({ ids }) => ({ name: "G", devices: [ids.readDevice], may: "switch" }),
  updateGuest: ({ ids }) => ({ name: "H", devices: [ids.readDevice], may: "switch" }),
  createChannel: () => ({ name: "C", topic: "c", series: { path: "", name: "level" } }),
  updateChannel: () => ({ name: "C", topic: "d" }),
  createCredential: ({ ids }) => ({
    name: "C",
    username: "c",
    password: "p",
    channels: [ids.updateChannel],
    view: "root",
    grants: [{ filter: "#", publish: true }],
    device: ids.readDevice,
  }),
  updateCredential: ({ ids }) => ({
    name: "C",
    username: "d",
    password: "q",
    channels: [ids.updateChannel],
    view: "root",
    grants: [{ filter: "#", publish: true }],
    device: ids.readDevice,
  }),
  rotateCredential: () => ({ overlap: 60 }),
  reportImport: () => ({ from: "export", made: 31, failed: 2 }),
  updateSettings: () => ({ profile: "classic" }),
  createSchedule: () => EVENING,
  previewSchedule: () => WEEKDAYS,
  updateSchedule: () => ({ ...EVENING, enabled: false }),
  createWatch: ({ ids }) => ({ ...LOST, when: { device: ids.readDevice, lost_for: "PT5M" } }),
  updateWatch: ({ ids }) => ({
    ...LOST,
    when: { device: ids.readDevice, key: "level", above: 8, clear: 7, for: "PT10M" },
  }),
  actOnNotice: () => ({ action: "snooze" }),
  answerApproval: () => ({ allow: false }),
  snoozeWatch: () => ({ until: "2100-01-01T00:00:00Z" }),
  createTarget: () => ({ kind: "webhook", url: "https://hooks.example.com/b" }),
  createDevice: ({ ids }) => ({ name: "C", channels: [ids.updateChannel] }),
  switchDevice: () => ({ state: true }),
  publishMessage: () => "on",
  writeDeviceSeries: () => HOURS,
  writeChannelSeries: () => HOURS,
  writeTelemetry: () => ({ temperature: 21.5, humidity: 40 }),
  openLink: ({ ids }) => ({ token: ids.link }),
  updateDevice: ({ ids }) => ({ name: "C", state: true, channels: [ids.updateChannel] }),
};

/** Calls that need no database: the account's object answers, or nobody is asked. */
const WITHOUT_DATABASE = new Set<CallName>([
  "createPasskeyChallenge",
  "brokerInfo",
  "readScopes",
  "publishMessage",
  "listMessages",
  "listHistory",
  "readMessage",
  "deleteMessage",
  "deleteMessages",
  "listDevices",
  "readDevice",
  "listConnections",
  "listFound",
  "switchDevice",
  "listDeviceValues",
  "readDeviceSeries",
  "writeDeviceSeries",
  "writeChannelSeries",
  "writeTelemetry",
  "readMetrics",
  "readStream",
  "createTicket",
  "listAllSchedules",
  "listRuns",
  "listWatches",
  "createWatch",
  "updateWatch",
  "deleteWatch",
  "snoozeWatch",
  "listWatchNotices",
  "listNotices",
  "sendNotice",
  "actOnNotice",
  "listApprovals",
  "answerApproval",
  "listTargets",
  "testTarget",
  "listClients",
  "disconnectClient",
  "listRefusals",
  "listEvents",
  "countEvents",
]);

/** D1 round trips of the other calls, where they are not one for GET and two for a change. */
const ROUND_TRIPS: Partial<Record<CallName, number>> = {
  register: 1,
  validateResetToken: 1,
  joinWaitlist: 1,
  updateUser: 3,
  // one per device, for its schedules: the world has four
  exportAccount: 15,
  exportWithPassword: 15,
  deleteUser: 3,
  readAsyncapi: 2,
  updateDevice: 3,
  openLink: 1,
  previewSchedule: 1,
  createTarget: 1,
  deleteTarget: 1,
  rotateTarget: 1,
};

/** D1 round trips of a successful call whose caller the account's object knows. */
export function roundTripsOf(name: CallName): number {
  if (WITHOUT_DATABASE.has(name)) return 0;
  return ROUND_TRIPS[name] ?? (CALLS[name].method === "GET" ? 1 : 2);
}

/** Required query parameters. */
const QUERIES: Partial<Record<CallName, string>> = {
  readDeviceSeries: "?key=level",
  readChannelSeries: "?key=level",
  writeDeviceSeries: "?key=level&resolution=1h",
  writeChannelSeries: "?resolution=1h",
  publishMessage: "?qos=1&retain=true",
  readStream: "?events=true",
  deleteMessages: "?filter=lamp/state",
};

/** The caller and the body of a call. */
export function requestOf(name: CallName, world: World) {
  const { method, path, access } = CALLS[name];
  const others: Partial<Record<CallName, Account>> = {
    deleteUser: world.leaver,
    changePassword: world.changer,
  };
  const account = others[name] ?? world.person;
  return {
    account,
    // a stream has no end
    line: `${name === "readStream" ? "HEAD" : method} ${path
      .replace("{id}", world.ids[name] ?? "")
      .replace("{topic}", "lamp/state")
      .replace("{scheduleId}", world.ids[`${name} schedule`] ?? "")}${QUERIES[name] ?? ""}`,
    body: BODIES[name]?.(world),
    token: access === "user" || access === "token" ? account.token : undefined,
  };
}
