/** The JSON columns of watches, targets and notices. */

import * as z from "zod";
import { jsonColumn } from "../contract/json.ts";
import { DeviceWatch, NoticeDelivery, NoticeFacts, StoredTarget } from "../contract/watch.ts";
import type { WatchState } from "../watches/watch.ts";

const count = z.number();
const zero = count.default(0);
const maybe = count.nullable().default(null);
const common = { since: zero, raises: zero, snoozedUntil: maybe };
const State: z.ZodType<WatchState> = z.discriminatedUnion("phase", [
  z.object({ ...common, phase: z.literal("clear"), settlesAt: zero, heldSince: maybe }),
  z.object({ ...common, phase: z.literal("pending") }),
  z.object({ ...common, phase: z.literal("raised"), notices: zero, nextNoticeAt: maybe }),
]);

export const watchColumn = jsonColumn(DeviceWatch.omit({ id: true }));
export const watchStateColumn = jsonColumn(State);
export const targetColumn = jsonColumn(StoredTarget.omit({ id: true }));
export const noticeFactsColumn = jsonColumn(NoticeFacts);
export const deliveriesColumn = jsonColumn(z.array(NoticeDelivery).readonly());
