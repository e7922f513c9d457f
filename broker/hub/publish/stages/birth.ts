/** Home Assistant has started and keeps no values: the last value of each series is sent again, and not measured again. */

import type { Message } from "../../../session/message.ts";
import type { Announcements } from "../../devices/announcements.ts";
import type { TurnPlan } from "../../socket/connection.ts";
import type { Publication } from "../topic-route.ts";

export interface BirthDependencies {
  announcements: Announcements;
  /** To the subscribers alone, without any stage. */
  deliver: (plan: TurnPlan, message: Message) => void;
}

/** Milliseconds in which a second start is not answered. */
const BIRTH_INTERVAL = 10_000;

export function birthStage({ announcements, deliver }: BirthDependencies) {
  let bornAt = 0;
  return (plan: TurnPlan, { message: { payload } }: Publication): void => {
    if (!announcements.wanted || new TextDecoder().decode(payload) !== "online") return;
    if (Math.abs(plan.now - bornAt) < BIRTH_INTERVAL) return;
    plan.fact(() => {
      bornAt = plan.now;
    });
    plan.follow((next) => {
      for (const message of announcements.lastValues(next.now)) deliver(next, message);
    });
  };
}
