import type { DeviceEvent } from "../../../worker/contract/event.ts";
import { isolated } from "../lib/isolated.ts";

const ACTORS: Record<NonNullable<DeviceEvent["actor"]>, string> = {
  browser: "a browser",
  api: "the API",
  device: "a device",
  timer: "a timer",
  schedule: "a schedule",
};

export const actorText = ({ actor, schedule }: Pick<DeviceEvent, "actor" | "schedule">): string =>
  schedule ? `schedule “${isolated(schedule.name)}”` : actor ? ACTORS[actor] : "";
