import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { EventBadge, eventText } from "../../../../web/src/devices/signal/event-badge.tsx";

it.each([
  ["turned_on", 1, "Turned On"],
  ["turned_on", 140, "Turned On, 140 times"],
  ["disconnected", 1400, "Connection Lost, 1,400 times"],
  ["rebooted", 2, "Unknown Action, 2 times"],
])("an event of type %s for %s reads %s", (type, count, text) => {
  expect(eventText(type, count)).toBe(text);
  const { container } = render(<EventBadge type={type} count={count} />);
  expect(container.textContent).toBe(text);
});
