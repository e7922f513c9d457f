/** What became of a notice at one target, in words. Pure. */

import type { Notice } from "../../../../../worker/contract/watches.ts";
import type { Tone } from "../../../ui/lamp.tsx";

type Delivery = Notice["deliveries"][number];

const OUTCOMES: Record<Delivery["outcome"], [tone: Tone, word: string]> = {
  waiting: ["wait", "Waiting"],
  delivered: ["go", "Delivered"],
  refused: ["stop", "Not delivered"],
  gone: ["stop", "Not delivered"],
};

export const outcomeOf = ({ outcome }: Delivery): [tone: Tone, word: string] => OUTCOMES[outcome];

export function attemptsText({ outcome, attempts, detail }: Delivery): string {
  const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  if (attempts === 0) return detail || "It is sent now.";
  const again = outcome === "waiting" ? " It is tried again." : "";
  return `${count}. ${detail}${again}`;
}
