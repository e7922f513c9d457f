/** The tools of an assistant for messages. */

import * as z from "zod";
import { HISTORY_ORDERS } from "../../broker/contract/message-history.ts";
import { MAX_PUBLISH_WAIT, MAX_REPLY_WAIT } from "../contract/limits.ts";
import { ApiError } from "../errors.ts";
import { payloadText } from "../present/message.ts";
import { PAGE, PERIOD, tool, wait } from "./tool.ts";

const topic = z.string().min(1).describe("Without the account's prefix, such as lamp/set");

export const messageHistory = tool({
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

export const publishMessage = tool({
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

export const requestDevice = tool({
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
