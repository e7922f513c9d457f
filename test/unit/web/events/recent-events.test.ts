import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { recentEventsQuery } from "../../../../web/src/devices/events/events.ts";
import { signedInAlways } from "../screen.tsx";

signedInAlways();

const event = (n: number, device: string, reason: string | null) => ({
  id: `${device}${n}`,
  device_id: device,
  device_name: device,
  event_type: reason === null ? "connected" : "errored",
  actor: null,
  schedule: null,
  count: 1,
  reason,
  created_at: new Date(Date.UTC(2026, 10, 20, 12, 0, 59 - n)).toISOString(),
});

it("reads on when one device fills the first page, and stops when there is nothing older", async () => {
  const noise = Array.from({ length: 4 }, (_, n) => event(n, "chatty", "nan"));
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    asked.push(String(address));
    const first = asked.length === 1;
    const headers = first ? { Link: `<https://any.invalid/?before=next>; rel="next"` } : undefined;
    return new Response(JSON.stringify(first ? noise : [event(5, "quiet", null)]), headers && { headers });
  });
  const query = recentEventsQuery(4);
  const page = await new QueryClient().fetchQuery({ ...query, select: undefined } as never);
  expect(asked.map((address) => new URL(address, "http://any.invalid").search)).toEqual([
    "?size=4",
    "?size=100&before=next",
  ]);
  expect(query.select?.(page as never).map(({ id, count }) => [id, count])).toEqual([
    ["chatty0", 4],
    ["quiet5", 1],
  ]);
});
