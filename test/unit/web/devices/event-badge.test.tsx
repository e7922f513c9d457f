import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { EventBadge } from "../../../../web/src/devices/events/event-badge.tsx";

it.each([
  ["turned_on", 1, "Turned On"],
  ["turned_on", 140, "Turned On, 140 times"],
  ["disconnected", 1400, "Connection Lost, 1,400 times"],
  ["rebooted", 2, "Unknown Action, 2 times"],
])("an event of type %s for %s reads %s", (type, count, text) => {
  const { container } = render(<EventBadge type={type} count={count} />);
  expect(container.textContent).toBe(text);
});

it("a slider that moved is no switch", () => {
  const moved = { type: "turned_on", values: "Brightness 18\u00a0%", stateKept: true } as const;
  const textOf = (count: number) => render(<EventBadge {...moved} count={count} />).container.textContent;
  expect([textOf(1), textOf(25)]).toEqual(["Brightness 18\u00a0%", "Brightness 18\u00a0%, 25 times"]);
  const both = render(<EventBadge type="turned_on" values={moved.values} />);
  expect(both.container.textContent).toBe("Turned On, Brightness 18\u00a0%");
});
