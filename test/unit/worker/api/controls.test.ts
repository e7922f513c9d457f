/** Controls over REST: declared with the device, set by a command, and shown with what the device reports. */

import { beforeAll, describe, expect, test } from "vitest";
import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { type Account, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

let owner: Account;
let key: string;
let neverSwitched: string;

beforeAll(async () => {
  owner = await newAccount();
  key = (await owner.call("POST /v0/api-keys/")).body.key;
  neverSwitched = (await newDevice()).id;
});

const LIST = "/v0/devices/on-off/";
const CONTROLS = [
  { key: "brightness", kind: "number", name: "Brightness", unit: "%", min: 0, max: 100, step: 5 },
  { key: "mode", kind: "choice", name: null, unit: null, options: ["eco", "boost"] },
];
const EMPTY = { wanted: null, wanted_at: null, reported: null, reported_at: null };
const shown = CONTROLS.map((control) => ({ ...control, ...EMPTY }));

const newDevice = async (body: object = {}) =>
  (await owner.call(`POST ${LIST}`, { name: "Lamp", controls: CONTROLS, ...body })).body;

async function publish(topic: string, payload: object): Promise<void> {
  const client = await connected(owner.id, { clientId: `${key}__${crypto.randomUUID().slice(0, 8)}` });
  client.publish(topic, JSON.stringify(payload), { qos: 1, messageId: 1 });
  await client.next("puback");
  client.disconnect();
}

describe("the controls of a device", () => {
  test("are made, shown, kept by a PUT without them, replaced and removed", async () => {
    const { id, controls } = await newDevice();
    expect(controls).toEqual(shown);
    const line = `${LIST}${id}/`;
    expect((await owner.call(`GET ${line}`)).body.controls).toEqual(shown);
    expect((await owner.call(`PUT ${line}`, { name: "Lamp" })).body.controls).toEqual(shown);
    const toggle = { key: "night", kind: "toggle" };
    expect((await owner.call(`PUT ${line}`, { name: "Lamp", controls: [toggle] })).body.controls).toEqual([
      { ...toggle, name: null, unit: null, ...EMPTY },
    ]);
    expect((await owner.call(`PUT ${line}`, { name: "Lamp", controls: [] })).body.controls).toEqual([]);
  });

  test.each([
    ["x", 'Expected a list of items but got type "str".'],
    [[{ kind: "toggle" }], "0.key: This field is required."],
    [[{ key: "a", kind: "slider" }], '0.kind: "slider" is not a valid choice.'],
    [[{ key: "a", kind: "number", min: "0", max: 5 }], "0.min: A valid number is required."],
    [[{ key: "a", kind: "number" }], "0: `a` needs min and max, two numbers."],
    [[{ key: "state", kind: "toggle" }], "0: A control may not have the key `state`."],
    [[{ key: "__proto__", kind: "toggle" }], "0: A control may not have the key `__proto__`."],
    [[{ key: "a", kind: "choice" }], "0: `a` needs 2 to 20 options."],
    [
      [
        { key: "a", kind: "text" },
        { key: "a", kind: "text" },
      ],
      "1: The key `a` is listed twice.",
    ],
  ])("are field errors where they are wrong: %j", async (controls, sentence) => {
    const { status, body } = await owner.call(`POST ${LIST}`, { name: "Lamp", controls });
    expect([status, body.errors]).toEqual([400, { controls: [sentence] }]);
  });
});

describe("a command", () => {
  test("sets values, without a state keeps it, and shows what is wanted and reported", async () => {
    const { id } = await newDevice({ state: true });
    const first = await owner.call(`POST ${LIST}${id}/switch/`, { set: { brightness: 40 } });
    expect(first.body).toMatchObject({ delivered_at: null, set: { brightness: 40 } });
    await publish(telemetryTopic(owner.id, id), { brightness: 35, mode: "eco" });
    const { body } = await owner.call(`GET ${LIST}${id}/`);
    // it was made switched on, and never switched since
    expect(body.state).toBe(true);
    expect(body.controls).toMatchObject([
      { wanted: 40, wanted_at: first.body.accepted_at, reported: 35, reported_at: expect.any(String) },
      { wanted: null, wanted_at: null, reported: "eco" },
    ]);
    expect((await owner.call(`GET ${LIST}`)).body.at(-1).controls).toEqual(body.controls);
    const events = (await owner.call(`GET /v0/events/devices/on-off/?device=${id}`)).body;
    expect(events).toMatchObject([{ event_type: "turned_on", set: { brightness: 40 } }]);
    await owner.call(`POST ${LIST}${id}/switch/`, { state: false });
    const [off] = (await owner.call(`GET /v0/events/devices/on-off/?device=${id}`)).body;
    expect(off).toMatchObject({ event_type: "turned_off", set: null });
  });

  const WRONG = "Send a number from 0 to 100, in steps of 5 from 0.";
  test.each([
    [{ brightness: 41 }, `brightness is \`41\`, which it does not accept. ${WRONG}`],
    [{ brightness: "40" }, `brightness is \`"40"\`, which it does not accept. ${WRONG}`],
    [{ mode: "Eco" }, 'mode is `"Eco"`, which it does not accept. Send one of "eco", "boost".'],
    [{ tint: "#ffffff" }, "The device has no control `tint`. It has brightness, mode."],
    [JSON.parse('{"__proto__":{"brightness":1}}'), "A control may not have the key `__proto__`."],
    [[1], 'Send an object of controls and their values, such as {"brightness": 40}.'],
  ])("with %j is a 400 on set, and changes nothing", async (set, sentence) => {
    const id = neverSwitched;
    const { status, body } = await owner.call(`POST ${LIST}${id}/switch/`, { state: true, set });
    expect([status, body.errors.set]).toEqual([400, [sentence]]);
    expect((await owner.call(`GET ${LIST}${id}/`)).body).toMatchObject({ state: false, command: null });
  });

  test("needs a state or a value", async () => {
    const id = neverSwitched;
    for (const body of [{}, { set: {} }, { wait: 1 }]) {
      expect((await owner.call(`POST ${LIST}${id}/switch/`, body)).status).toBe(400);
    }
  });

  test("of a device without controls is refused with what to do", async () => {
    const { id } = await newDevice({ controls: [] });
    const { body } = await owner.call(`POST ${LIST}${id}/switch/`, { set: { brightness: 1 } });
    expect(body.errors.set).toEqual(["The device has no control `brightness`. Declare its controls first."]);
  });
});

test("a schedule has values, which are checked, kept when left out, and removed by null", async () => {
  const { id } = await newDevice();
  const body = { name: "Evening", state: true, when: { cron: "0 20 * * *" }, time_zone: "UTC" };
  const lines = `${LIST}${id}/schedules/`;
  const wrong = await owner.call(`POST ${lines}`, { ...body, set: { brightness: 3 } });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["set"]]);
  const made = await owner.call(`POST ${lines}`, { ...body, set: { brightness: 30 } });
  expect([made.status, made.body.set]).toEqual([201, { brightness: 30 }]);
  const line = `PUT ${lines}${made.body.id}/`;
  expect((await owner.call(line, body)).body.set).toEqual({ brightness: 30 });
  expect((await owner.call(line, { ...body, set: { mode: "gone" } })).status).toBe(400);
  expect((await owner.call("GET /v0/schedules/")).body[0].set).toEqual({ brightness: 30 });
  expect((await owner.call(line, { ...body, set: null })).body.set).toBeNull();
});
