/**
 * Home Assistant has started and stores no values: sends the last value of each series again, without storing it again.
 */

import type { Message } from "../../../session/message.ts";
import type { Announcements } from "../../devices/announcements.ts";
import type { TurnPlan } from "../../socket/connection.ts";
import type { Publication } from "../topic-route.ts";

export interface BirthDependencies {
  announcements: Announcements;
  /** Sends to subscribers without running a stage. */
  deliver: (plan: TurnPlan, message: Message) => void;
}

/** A second start within this time is ignored. Milliseconds. */
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
