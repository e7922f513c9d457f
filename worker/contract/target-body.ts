/** Where notices go, as a request says it. */

import * as z from "zod";
import { CHAT_FORMATS } from "../../broker/contract/watch.ts";
import { givenSet } from "./controls.ts";
import { boolean, dictionary, text, uuid } from "./fields.ts";
import { MAX_TARGET_CHAT, MAX_TARGET_TOKEN, MAX_TARGET_URL } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

/** What a watch does with a device: at least one of the two. */
export const ORDER_BODY = {
  /** Null or left out: it stays as it is. */
  state: boolean().nullable().optional(),
  /** Values of controls. */
  set: givenSet().nullable().optional(),
};
const DeviceActionBody = dictionary(ORDER_BODY);

const pushKey = (bytes: number) =>
  text({ max: 200 }).refine((value) => decodedLength(value) === bytes, MESSAGES.wrongPushKey);
/** The bytes of base64url text without padding; -1 for other text. */
const decodedLength = (value: string): number =>
  /^[\w-]+$/.test(value) && value.length % 4 !== 1 ? Math.floor((value.length * 3) / 4) : -1;

/** What `PushManager.subscribe` returns (RFC 8291, P-256 point and 16 bytes). */
const Subscription = dictionary({
  endpoint: text({ max: MAX_TARGET_URL }),
  keys: dictionary({ p256dh: pushKey(65), auth: pushKey(16) }),
});

export const NOTICE_FORMATS = ["cloudevents", ...CHAT_FORMATS] as const;
const targetUrl = () => text({ max: MAX_TARGET_URL });
const targetToken = () => text({ max: MAX_TARGET_TOKEN });

/** The format says which fields name the place of the messages. */
const WebhookBody = z.discriminatedUnion(
  "format",
  [
    z.object({
      kind: z.literal("webhook"),
      /** Without it, too. */
      format: z.literal("cloudevents").optional(),
      url: targetUrl(),
    }),
    /** The address of an incoming webhook. */
    z.object({ kind: z.literal("webhook"), format: z.enum(["discord", "slack"]), url: targetUrl() }),
    /** The token of a bot, and the number of a chat or the name of a channel. */
    z.object({
      kind: z.literal("webhook"),
      format: z.literal("telegram"),
      token: targetToken(),
      chat: text({ max: MAX_TARGET_CHAT }),
    }),
    /** Server and topic, and an access token where the topic needs one. */
    z.object({
      kind: z.literal("webhook"),
      format: z.literal("ntfy"),
      url: targetUrl(),
      token: targetToken().optional(),
    }),
  ],
  MESSAGES.wrongFormat,
);

export const TargetBody = z
  .discriminatedUnion(
    "kind",
    [
      z.object({ kind: z.literal("push"), subscription: Subscription }),
      z.object({ kind: z.literal("mail") }),
      /** Switches a device when the condition holds, and when it no longer does: at least one of the two. */
      z.object({
        kind: z.literal("device"),
        device: uuid(),
        raised: DeviceActionBody.nullable().optional(),
        cleared: DeviceActionBody.nullable().optional(),
      }),
      WebhookBody,
    ],
    MESSAGES.wrongTarget,
  )
  .meta({ examples: [{ kind: "mail" }] });
