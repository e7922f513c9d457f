import { expect, it } from "vitest";
import { actorText } from "../../../../web/src/devices/events/event-device.tsx";

it("names the actor, and the schedule where it is known", () => {
  const schedule = { id: "7d3f3b1c-9f0e-4a39-8d1a-5b6a7c8d9e0f", name: "Evening" };
  expect(actorText({ actor: "schedule", schedule })).toBe("schedule “Evening”");
  expect(actorText({ actor: "schedule", schedule: null })).toBe("a schedule");
  expect(actorText({ actor: "timer", schedule: null })).toBe("its auto-off timer");
  expect(actorText({ actor: "disconnect", schedule: null })).toBe("its lost connection");
  expect(actorText({ actor: "browser", schedule: null })).toBe("you on the page");
  expect(actorText({ actor: null, schedule: null })).toBe("");
  const allowed = { actor: "api", schedule: null, allowed_by: "Firefox on Linux" } as const;
  expect(actorText(allowed)).toMatch(/^a program, allowed in .?Firefox on Linux.?$/);
});
