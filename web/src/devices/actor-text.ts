import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { isolated } from "../lib/isolated.ts";

const ACTORS: Record<NonNullable<DeviceEvent["actor"]>, string> = {
  browser: "someone on the page",
  api: "a program",
  device: "the device itself",
  timer: "its auto-off timer",
  disconnect: "its lost connection",
  schedule: "a schedule",
};

export const actorText = ({ actor, schedule }: Pick<DeviceEvent, "actor" | "schedule">): string =>
  schedule ? `schedule “${isolated(schedule.name)}”` : actor ? ACTORS[actor] : "";
