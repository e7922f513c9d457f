/** What a session receives of a topic. */

import type { Subscription } from "../../session/effect.ts";

/** Overlapping subscriptions of one session are one delivery [MQTT-3.3.4-2]. */
export interface Target {
  session: number;
  qos: 0 | 1 | 2;
  retainAsPublished: boolean;
  identifiers: readonly number[];
  controls: string | null;
  /** What remains when the session itself is the publisher (No Local); null for nothing [MQTT-3.8.3-3]. */
  toPublisher: Target | null;
}

const NO_IDENTIFIERS: readonly number[] = [];

export function targetOf(
  session: number,
  subscriptions: readonly Subscription[],
  controls: string | null = null,
): Target {
  const heard = subscriptions.filter((each) => !each.noLocal);
  const identifiers = subscriptions.map((each) => each.identifier).filter((each) => each > 0);
  const target: Target = {
    session,
    qos: Math.max(...subscriptions.map((each) => each.qos)) as 0 | 1 | 2,
    retainAsPublished: subscriptions.some((each) => each.retainAsPublished),
    identifiers: identifiers.length === 0 ? NO_IDENTIFIERS : identifiers,
    controls,
    toPublisher: null,
  };
  if (heard.length === subscriptions.length) target.toPublisher = target;
  else if (heard.length > 0) target.toPublisher = targetOf(session, heard, controls);
  return target;
}
