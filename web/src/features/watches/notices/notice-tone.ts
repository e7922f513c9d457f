/** The signal of a notice: an event is an alarm only where something went wrong. Pure. */

import type { Notice } from "../../../../../worker/contract/watches.ts";
import { EVENT_TONES } from "../../../devices/events/event-tones.ts";
import type { Tone } from "../../../ui/lamp.tsx";
import type { ToastKind } from "../../../ui/messages/toast.ts";

export type Signalled = Pick<Notice, "state" | "event">;

export function noticeTone({ state, event }: Signalled): Tone {
  if (event === "schedule_missed") return "stop";
  if (event !== null) return EVENT_TONES[event];
  return state === "raised" ? "stop" : "go";
}

const KINDS: Partial<Record<Tone, ToastKind>> = { stop: "error", go: "success" };

export const noticeToast = (notice: Signalled): ToastKind => KINDS[noticeTone(notice)] ?? "info";
