import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { EventWhat } from "../../../../web/src/devices/events/event-device.tsx";
import { RefusalsScreen } from "../../../../web/src/features/refusals/refusals-screen.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

const refusal = (id: string, at: string) => ({
  id,
  at,
  kind: "publish",
  client_id: "lamp",
  client_kind: "device",
  client_name: null,
  device_id: null,
  tried: `secret/${id}`,
  rule: "No channel.",
  nearest: null,
  fix: null,
  remedy: null,
});
const AT = "2026-11-20T12:00:10.000Z";
const list = {
  "GET /v0/mqtt/log/": () => [
    refusal("newest", "2026-11-20T13:00:00.000Z"),
    refusal("wanted", AT),
    refusal("oldest", "2026-11-20T11:00:00.000Z"),
  ],
};

it("opens from an error, and shows the refusal of that time [F377]", async () => {
  server(list);
  await show(
    <>
      <EventWhat event={{ event_type: "errored", count: 1, created_at: AT }} />
      <EventWhat event={{ event_type: "connected", count: 1, created_at: AT }} />
      <RefusalsScreen at={AT} />
    </>,
  );
  const link = await screen.findByRole("link", { name: "Error Detected" });
  expect(link.getAttribute("href")).toBe(`/dashboard/mqtt/log?at=${encodeURIComponent(AT)}`);
  expect(screen.queryByRole("link", { name: "Connected" })).toBeNull();
  const rows = await screen.findAllByRole("row", { current: true });
  expect(rows).toHaveLength(1);
  expect(within(rows[0] as HTMLElement).getByText("secret/wanted")).toBeDefined();
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
});

it("shows why a device had an error, in the lists of events and in the log", async () => {
  const why = { reason: "`nan` is not JSON.", advice: "Leave a key out while it has no number." };
  server({
    "GET /v0/mqtt/log/": () => [
      {
        ...refusal("t", AT),
        kind: "message",
        rule: why.reason,
        advice: why.advice,
        key: "t",
        byte: 6,
        count: 3,
      },
    ],
  });
  await show(
    <>
      <EventWhat
        event={{ event_type: "errored", count: 1, created_at: AT, reason: why.reason, remedy: why.advice }}
      />
      <RefusalsScreen at={undefined} />
    </>,
  );
  const link = await screen.findByRole("link", { name: "Error Detected" });
  expect(link.parentElement?.textContent).toBe(`Error Detected${why.reason} ${why.advice}`);
  const row = (await screen.findByText("Message")).closest("tr") as HTMLElement;
  expect(within(row).getByText("3 times")).toBeDefined();
  expect(within(row).getByText(why.reason)).toBeDefined();
  expect(within(row).getByText(why.advice)).toBeDefined();
});

it("names the device, and shows what its messages repeat as one row, also when the texts count up", async () => {
  const lamp = { id: "d1", name: "Cellar lamp" };
  const mistake = (id: string, more: object) => ({
    ...refusal(id, AT),
    kind: "message",
    client_id: "",
    device_id: "d1",
    tried: "devices/d1/telemetry",
    advice: "Send JSON.",
    key: null,
    ...more,
  });
  server({
    "GET /v0/devices/on-off/": () => [lamp],
    "GET /v0/mqtt/log/": () => [
      mistake("3", { rule: "`v=3` is not JSON.", count: 4 }),
      mistake("2", { rule: "The message is a number, not an object.", count: 1 }),
      mistake("1", { rule: "`v=1` is not JSON.", count: 2 }),
    ],
  });
  await show(<RefusalsScreen at={undefined} />);
  const links = await screen.findAllByRole("link", { name: "Cellar lamp" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(2).fill("/dashboard/devices/d1"));
  const row = screen.getByText("`v=3` is not JSON.").closest("tr") as HTMLElement;
  expect(within(row).getByText(/^6 times since/)).toBeDefined();
  expect(screen.queryByText("`v=1` is not JSON.")).toBeNull();
});

it.each(["connect", "publish", "subscribe", "protocol", "limit"])(
  "says what helps a client whose %s was refused",
  async (kind) => {
    const advice = "Switch off enhanced authentication in the client.";
    server({ "GET /v0/mqtt/log/": () => [{ ...refusal("t", AT), kind, advice }] });
    await show(<RefusalsScreen at={undefined} />);
    expect(await screen.findByText(advice)).toBeDefined();
  },
);

it("reports a missing refusal", async () => {
  server(list);
  await show(<RefusalsScreen at="2026-11-19T12:00:00.000Z" />);
  expect(await screen.findByText(/Older entries are deleted/)).toBeDefined();
  expect(screen.queryByRole("row", { current: true })).toBeNull();
});
