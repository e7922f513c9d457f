/** The tools of an assistant: each is one or two calls of the API. */

import * as z from "zod";
import { DEVICE_EVENT_TYPES } from "../../broker/contract/device-events.ts";
import { HISTORY_ORDERS } from "../../broker/contract/message-history.ts";
import { PERIODS, QUERIED_FIELDS, RESOLUTIONS } from "../../broker/contract/resolution.ts";
import { MAX_PUBLISH_WAIT, MAX_REPLY_WAIT, MAX_SWITCH_WAIT } from "../contract/limits.ts";
import { ApiError } from "../errors.ts";
import { payloadText } from "../present/message.ts";
import { type AssistantTool, device_id, PAGE, PERIOD, tool, wait } from "./tool.ts";
import { explained, whatHappened } from "./what-happened.ts";

const listDevices = tool({
  name: "list_devices",
  title: "List devices",
  description: `The devices, oldest first, ${PAGE} at a time: whether they are connected and switched on, and their last values. \`next_offset\` is null on the last page.`,
  call: "listDevices",
  output: { total: z.number(), devices: z.array(z.looseObject({})) },
  input: {
    search: z.string().max(100).optional().describe("Part of the name"),
    offset: z.int().min(0).default(0),
  },
  async run({ search = "", offset }, api) {
    const { answer: all } = await api("listDevices");
    const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
    const devices = found
      .slice(offset, offset + PAGE)
      .map(({ id, name, connected, state, taken, taken_before_connect, last_seen, values }) => ({
        device_id: id,
        name,
        connected,
        state: state ? "on" : "off",
        state_acknowledged: taken,
        taken_before_connect,
        last_seen,
        values,
      }));
    const next = offset + devices.length;
    return { total: found.length, devices, next_offset: next < found.length ? next : null };
  },
});

const deviceStatus = tool({
  name: "device_status",
  title: "Device status",
  description:
    "One device: since when it is connected, its clients, and its last command. `delivered_at` null: the device has not acknowledged the command. `taken_before_connect`: it has connected again since, and may have lost its state.",
  call: "readDevice",
  output: { id: z.string(), name: z.string(), connected: z.boolean() },
  input: { device_id },
  run: async ({ device_id: id }, api) => (await api("readDevice", { id })).answer,
});

const readSeries = tool({
  name: "read_series",
  title: "Read measured values",
  description:
    "With `key`: a value of a device over time, at most 2,000 points; default: the last day. Without: the last of each of its values; with `average`, the mean of an imported hour, which the device has not reported.",
  call: "readDeviceSeries",
  output: {},
  input: {
    device_id,
    key: z.string().optional().describe("Key of a value"),
    ...PERIOD,
    resolution: z
      .enum([...RESOLUTIONS, ...PERIODS, "auto"])
      .optional()
      .describe("`day`, `week` and `month` are those of the account's time zone"),
    field: z
      .enum(QUERIED_FIELDS)
      .optional()
      .describe(
        "Of each bucket; `increase`: what a counter such as kWh added; `integral`: Wh of a power in W",
      ),
  },
  run: async ({ device_id: id, ...query }, api) =>
    query.key === undefined
      ? { values: (await api("listDeviceValues", { id })).answer }
      : (await api("readDeviceSeries", { id, query })).answer,
});

const listEvents = tool({
  name: "list_events",
  title: "List device events",
  description: "Events of devices, newest first. `next_before` continues the list; null on the last page.",
  call: "listEvents",
  output: { events: z.array(z.looseObject({})) },
  input: {
    device_id: device_id.optional(),
    event_type: z.enum(DEVICE_EVENT_TYPES).optional(),
    ...PERIOD,
    size: z.int().min(1).max(PAGE).default(50),
    before: z.string().optional().describe("`next_before` of the answer before"),
  },
  async run({ device_id: device, ...query }, api) {
    const { answer: events, link } = await api("listEvents", { query: { device, ...query } });
    const next = /[?&]before=([^&>]+)/.exec(link ?? "");
    return { events, next_before: next && decodeURIComponent(next[1] ?? "") };
  },
});

const whyRefused = tool({
  name: "why_refused",
  title: "Why something was refused",
  description:
    "Connections and messages that the broker refused, newest first: the rule, and in `advice` and `remedy` what would help.",
  call: "listRefusals",
  output: { total: z.number(), refusals: z.array(z.looseObject({})) },
  input: { search: z.string().max(100).optional().describe("Part of a client id, user name or topic") },
  async run({ search = "" }, api) {
    const { answer: all } = await api("listRefusals");
    const concerned = all.filter(({ client_id, client_name, tried }) =>
      `${client_id} ${client_name} ${tried}`.toLowerCase().includes(search.toLowerCase()),
    );
    return { total: concerned.length, refusals: concerned.slice(0, PAGE).map(explained) };
  },
});

const switchDevice = tool({
  name: "switch_device",
  title: "Switch a device",
  description:
    "Switches a device, sets some of its controls, or both; without `state` the switch stays as it is. `device_status` lists the controls. `result`: `taken` (the device acknowledged it), `accepted` (sent, not acknowledged yet), `not connected`, or `waiting for approval`: the owner is asked first, and `approval_status` tells the answer.",
  call: "switchDevice",
  output: { result: z.string() },
  isIdempotent: true,
  input: {
    device_id,
    state: z.enum(["on", "off"]).optional(),
    // the call checks the values
    set: z.looseObject({}).optional().describe('Values of controls by key, for example {"brightness": 40}'),
    wait: wait(MAX_SWITCH_WAIT),
  },
  changes: true,
  async run({ device_id: id, state, set, wait: seconds }, api) {
    const body = {
      ...(state !== undefined && { state: state === "on" }),
      ...(set !== undefined && { set }),
      wait: seconds,
    };
    const { answer: outcome } = await api("switchDevice", { id, body });
    const sent = outcome.device_connected ? "accepted" : "not connected";
    return { result: outcome.delivered_at === null ? sent : "taken", ...outcome };
  },
});

const approvalStatus = tool({
  name: "approval_status",
  title: "What became of an order",
  description:
    "An order that waits for approval. `state`: `waiting`, `allowed`, `denied` or `ended` (nobody answered in time). `result` of an allowed one: `taken` (the device acknowledged it), `accepted` (sent), or `replaced` by another command.",
  call: "listApprovals",
  output: { state: z.string() },
  input: { approval: z.uuid().describe("The id that the order was answered with") },
  async run({ approval: id }, api) {
    const found = (await api("listApprovals")).answer.find((each) => each.id === id);
    return found ?? { state: "ended", result: null };
  },
});

const topic = z.string().min(1).describe("Without the account's prefix, such as lamp/set");

const messageHistory = tool({
  name: "message_history",
  title: "Messages of the past",
  description: `Messages that went by, newest first, at most ${PAGE}: those that the account's history keeps. \`next_after\` continues the list; null on the last page. A page may be empty and have a next one.`,
  call: "listHistory",
  output: { messages: z.array(z.looseObject({})) },
  input: {
    filter: z.string().min(1).describe("MQTT filter with + and #, such as greenhouse/#"),
    ...PERIOD,
    limit: z.int().min(1).max(PAGE).default(50),
    order: z.enum(HISTORY_ORDERS).default("newest"),
    after: z.string().optional().describe("`next_after` of the answer before"),
  },
  async run({ limit, ...query }, api) {
    const { answer } = await api("listHistory", { query: { ...query, limit } });
    return { messages: answer.messages, next_after: answer.next };
  },
});

const publishMessage = tool({
  name: "publish_message",
  title: "Publish a message",
  description:
    "Publishes a text on an MQTT topic. `readers`: sessions it was sent to; `acknowledged`: those that confirmed it; `waiting`: offline sessions that have it queued. A command to a device may wait for approval, as with `switch_device`.",
  call: "publishMessage",
  // an order that waits has none of them
  output: {
    readers: z.number().optional(),
    acknowledged: z.number().optional(),
    waiting: z.number().optional(),
  },
  input: {
    topic,
    payload: z.string(),
    qos: z.int().min(0).max(2).default(1),
    retain: z.boolean().default(false),
    wait: wait(MAX_PUBLISH_WAIT),
  },
  changes: true,
  run: async ({ topic, payload, ...query }, api) =>
    (await api("publishMessage", { topic, query, body: payload })).answer,
});

const requestDevice = tool({
  name: "request_device",
  title: "Ask a device",
  description:
    "Publishes a text on an MQTT topic and returns the device's reply, with its Response Topic or on `reply_topic`. `reply` null: none came in time; `readers` and `acknowledged` tell who got the request.",
  call: "publishMessage",
  alsoNeeds: "messages:read",
  output: {},
  input: {
    topic,
    payload: z.string(),
    reply_topic: z
      .string()
      .optional()
      .describe("The first message on it is the reply: for devices that read no Response Topic"),
    qos: z.int().min(0).max(2).default(1),
    seconds: z.int().min(1).max(MAX_REPLY_WAIT).default(5).describe("How long to wait for the reply"),
  },
  changes: true,
  async run({ payload, seconds, topic: name, ...query }, api) {
    const request = { topic: name, query: { ...query, reply: seconds }, body: payload };
    try {
      const response = await api.open("publishMessage", request);
      const type = response.headers.get("Content-Type");
      const { payload: reply, encoding } = payloadText(new Uint8Array(await response.arrayBuffer()));
      return { reply, encoding, content_type: type };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 504) throw error;
      return { reply: null, ...error.body };
    }
  },
});

export const TOOLS: readonly AssistantTool[] = [
  listDevices,
  deviceStatus,
  readSeries,
  listEvents,
  whatHappened,
  whyRefused,
  messageHistory,
  switchDevice,
  approvalStatus,
  publishMessage,
  requestDevice,
];
