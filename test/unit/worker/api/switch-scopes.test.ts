/** Every call after which a device is switched, at once or later, needs the switch scope of that device. */

import { beforeAll, expect, test } from "vitest";
import { PLAIN_SCOPES } from "../../../../broker/contract/scopes.ts";
import { CALLS, type CallName } from "../../../../worker/contract/api.ts";
import type { Endpoint } from "../../../../worker/contract/endpoint.ts";
import { type Account, api, newAccount } from "./client.ts";

interface World {
  owner: Account;
  lamp: string;
  fan: string;
  /** A target that switches the lamp. */
  target: string;
  watch: string;
  bare: string;
  /** A watch whose notices offer to switch the lamp. */
  offer: string;
  schedule: string;
}

interface Case {
  line: string;
  body: object;
}

const EVENING = { name: "E", state: true, when: { cron: "30 18 * * 1-5" }, time_zone: "Europe/Berlin" };
const watchOn = (targets: string[], more: object = {}) => ({
  name: "W",
  when: { events: ["connected"] },
  targets,
  ...more,
});

const offering = (device: string) => ({
  name: "O",
  when: { device, lost_for: "PT5M" },
  targets: [],
  actions: [{ label: "Off", state: false }],
});

/** By call: its requests that have a device switched, or why it switches none. */
const TABLE: Partial<Record<CallName, ((world: World) => Case[]) | string>> = {
  switchDevice: ({ lamp }) => [{ line: `/v0/devices/on-off/${lamp}/switch/`, body: { state: true } }],
  publishMessage: ({ lamp }) => [{ line: `/v0/messages/devices/${lamp}/control`, body: { state: "on" } }],
  createDevice: () =>
    [{ auto_off: 60 }, { off_on_disconnect: true }, { state: true }].map((settings) => ({
      line: "/v0/devices/on-off/",
      body: { name: "New", ...settings },
    })),
  updateDevice: ({ lamp }) =>
    [{ state: false }, { auto_off: 60 }, { off_on_disconnect: true }].map((settings) => ({
      line: `/v0/devices/on-off/${lamp}/`,
      body: { name: "Lamp", ...settings },
    })),
  createSchedule: ({ lamp }) => [{ line: `/v0/devices/on-off/${lamp}/schedules/`, body: EVENING }],
  updateSchedule: ({ lamp, schedule }) => [
    { line: `/v0/devices/on-off/${lamp}/schedules/${schedule}/`, body: { ...EVENING, enabled: true } },
  ],
  createWatch: ({ lamp, target }) => [
    { line: "/v0/watches/", body: offering(lamp) },
    { line: "/v0/watches/", body: watchOn([target], { actions: [{ label: "Off", state: false }] }) },
    { line: "/v0/watches/", body: watchOn([target]) },
    { line: "/v0/watches/", body: watchOn([target], { enabled: false }) },
  ],
  updateWatch: ({ lamp, target, watch, bare, offer }) => [
    { line: `/v0/watches/${bare}/`, body: offering(lamp) },
    // what it says nothing of stays
    { line: `/v0/watches/${offer}/`, body: watchOn([]) },
    { line: `/v0/watches/${bare}/`, body: watchOn([target]) },
    { line: `/v0/watches/${watch}/`, body: watchOn([target], { when: { events: ["disconnected"] } }) },
    { line: `/v0/watches/${watch}/`, body: watchOn([target], { enabled: true }) },
  ],
  snoozeWatch: ({ watch, offer }) => [
    { line: `/v0/watches/${offer}/snooze/`, body: { until: "2100-01-01T00:00:00Z" } },
    { line: `/v0/watches/${watch}/snooze/`, body: { until: "2100-01-01T00:00:00Z" } },
    { line: `/v0/watches/${watch}/snooze/`, body: { until: "2020-01-01T00:00:00Z" } },
  ],
  deleteApiKey: "ends a login",
  deleteCredential: "ends a login",
  revokeLinks: "ends a login",
  disconnectClient: "ends a connection; the owner chose whether the device switches off then",
  createChannel: "is no control topic",
  updateChannel: "is no control topic",
  deleteChannel: "takes rights away",
  deleteMessage: "an empty message is no command",
  deleteMessages: "the same",
  updateSettings: "the profile",
  deleteDevice: "the device is gone",
  adoptFound: "the device reports its own state",
  writeTelemetry: "a value; who made a watch of it had the scope",
  createTicket: "opens a stream",
  previewSchedule: "stores nothing",
  deleteSchedule: "switches no more",
  deleteWatch: "switches no more",
  deleteTarget: "switches no more",
  sendNotice: "leaves out devices",
  testTarget: "leaves out devices",
};

let world: World;
beforeAll(async () => {
  const owner = await newAccount();
  const make = async (line: string, body?: object) => (await owner.call(line, body)).body.id as string;
  await make("POST /v0/api-keys/");
  const lamp = await make("POST /v0/devices/on-off/", { name: "Lamp" });
  const fan = await make("POST /v0/devices/on-off/", { name: "Fan" });
  const action = { kind: "device", device: lamp, raised: { state: true } };
  const target = await make("POST /v0/targets/", action);
  world = {
    owner,
    lamp,
    fan,
    target,
    watch: await make("POST /v0/watches/", watchOn([target], { enabled: false })),
    bare: await make("POST /v0/watches/", watchOn([])),
    offer: await make("POST /v0/watches/", offering(lamp)),
    schedule: await make(`POST /v0/devices/on-off/${lamp}/schedules/`, { ...EVENING, enabled: false }),
  };
});

async function callerWith(...more: string[]) {
  const scopes = [
    ...PLAIN_SCOPES.filter((scope) => scope !== "devices:switch"),
    "messages:publish:#",
    ...more,
  ];
  const { token } = (await world.owner.call("POST /v0/tokens/", { name: "robot", scopes })).body;
  return (line: string, body?: object) => api(line, body, { token });
}

const isWrite = ({ access, method }: Endpoint) => access === "token" && method !== "GET";
const WRITES = (Object.keys(CALLS) as CallName[]).filter((name) => isWrite(CALLS[name]));
const SWITCHING = WRITES.filter((name) => typeof TABLE[name] === "function");

const inLine = (name: CallName, { line }: Case) => `${CALLS[name].method} ${line}`;
const casesOf = (name: CallName): Case[] => {
  const cases = TABLE[name];
  return typeof cases === "function" ? cases(world) : [];
};

test("every call with a token that writes is in the table", () => {
  expect(WRITES.filter((name) => TABLE[name] === undefined)).toEqual([]);
});

test("a call that has a device switched names a switch scope, and no other call does", () => {
  const naming = WRITES.filter((name) => {
    const { scopes = [], switchesLater, messages }: Endpoint = CALLS[name];
    const ofMessages = messages === "messages:publish" && CALLS[name].method === "POST";
    return scopes.includes("devices:switch") || switchesLater !== undefined || ofMessages;
  });
  expect(naming).toEqual(SWITCHING);
});

test.each(SWITCHING)(
  "%s is refused to a token without the switch scope, and changes nothing",
  async (name) => {
    const stored = async () => [
      (await world.owner.call("GET /v0/watches/")).body,
      (await world.owner.call("GET /v0/schedules/")).body,
      (await world.owner.call("GET /v0/devices/on-off/")).body,
    ];
    const before = await stored();
    for (const call of [await callerWith(), await callerWith(`devices:switch:${world.fan}`)]) {
      for (const each of casesOf(name)) {
        const { status, body } = await call(inLine(name, each), each.body);
        expect([each, status]).toEqual([each, 403]);
        expect(body.detail).toMatch(/^The token "robot" lacks the scope devices:switch\b/);
      }
    }
    expect(await stored()).toEqual(before);
  },
);

test.each(SWITCHING)("%s is made for a token with the switch scope", async (name) => {
  // a device that does not exist yet has no scope of its own
  const scope = name === "createDevice" ? "devices:switch" : `devices:switch:${world.lamp}`;
  const call = await callerWith(scope);
  for (const each of casesOf(name)) {
    const { status, body } = await call(inLine(name, each), each.body);
    expect([200, 201, 202], JSON.stringify([each, body])).toContain(status);
  }
});

test("a watch without a device among its targets and actions needs no switch scope", async () => {
  const call = await callerWith();
  const { status, body } = await call("POST /v0/watches/", watchOn([], { actions: [] }));
  expect(status).toBe(201);
  expect((await call(`PUT /v0/watches/${world.watch}/`, watchOn([]))).status).toBe(200);
  expect((await call(`POST /v0/watches/${body.id}/snooze/`, { until: "2100-01-01T00:00:00Z" })).status).toBe(
    200,
  );
  expect((await call("POST /v0/devices/on-off/", { name: "Plain", auto_off: 0 })).status).toBe(201);
});
