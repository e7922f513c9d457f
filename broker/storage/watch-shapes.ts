/** The JSON columns of watches, targets and notices, with the schema of each. */

import * as z from "zod";
import { jsonColumn } from "../contract/json.ts";
import {
  type Condition,
  DELIVERY_OUTCOMES,
  type DeviceWatch,
  type NoticeDelivery,
  type NoticeFacts,
  type StoredTarget,
  WATCHED_EVENTS,
} from "../contract/watch.ts";
import type { WatchState } from "../watches/watch.ts";

const text = z.string();
const count = z.number();
const event = z.enum(WATCHED_EVENTS);
const threshold = { clear: count, forMs: count };
const When: z.ZodType<Condition> = z.union([
  z.object({ lostForMs: count }),
  z.object({ silentForMs: z.union([count, z.literal("auto")]) }),
  z.object({ above: count, ...threshold }),
  z.object({ below: count, ...threshold }),
  z.object({ notTakenForMs: count }),
  z.object({ events: z.array(event) }),
]);
const WatchFacts: z.ZodType<Omit<DeviceWatch, "id">> = z.object({
  name: text,
  deviceId: text.nullable(),
  key: text.nullable(),
  when: When,
  targets: z.array(text),
  repeatMs: count.nullable(),
  enabled: z.boolean(),
});

const common = { since: count, raises: count, snoozedUntil: count.nullable() };
const State: z.ZodType<WatchState> = z.discriminatedUnion("phase", [
  z.object({ ...common, phase: z.literal("clear"), settlesAt: count, heldSince: count.nullable() }),
  z.object({ ...common, phase: z.literal("pending") }),
  z.object({ ...common, phase: z.literal("raised"), notices: count, nextNoticeAt: count.nullable() }),
]);

const TargetFacts: z.ZodType<Omit<StoredTarget, "id">> = z.object({
  address: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("mail") }),
    z.object({ kind: z.literal("webhook"), url: text, isConfirmed: z.boolean() }),
    z.object({ kind: z.literal("push"), endpoint: text, p256dh: text, auth: text, key: text }),
  ]),
  createdAt: count,
  disabled: text.nullable(),
});

const named = z.object({ id: text, name: text });
const Facts: z.ZodType<NoticeFacts> = z.object({
  watch: named,
  device: named.nullable(),
  key: text.nullable(),
  when: When.nullable(),
  event: event.nullable(),
});
const Deliveries: z.ZodType<readonly NoticeDelivery[]> = z.array(
  z.object({
    ...{ target: text, attempts: count, outcome: z.enum(DELIVERY_OUTCOMES) },
    ...{ at: count, detail: text, nextAt: count.nullable() },
  }),
);

export const watchColumn = jsonColumn(WatchFacts);
export const watchStateColumn = jsonColumn(State);
export const targetColumn = jsonColumn(TargetFacts);
export const noticeFactsColumn = jsonColumn(Facts);
export const deliveriesColumn = jsonColumn(Deliveries);
