/** The band of a device: connections, and past and planned runs of its schedules. */

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ConnectionHistory } from "../../../../web/src/features/device-page/connection-history.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

const HOUR = 3_600_000;
const DEVICE = "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a";
const AT = `GET /v0/devices/on-off/${DEVICE}`;
const iso = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const LAMP = { id: DEVICE, connected: false, created_at: iso(-900) };

signedInAlways();

function yard(schedules: object[], runs: object[] = [], serviceCloseCode: number | null = null) {
  return server({
    [`${AT}/connections/`]: () => [
      {
        id: "c1",
        connected_at: iso(-3),
        disconnected_at: iso(-1),
        service_close_code: serviceCloseCode,
        client_id: "lamp",
        protocol: "5.0",
        country: null,
        colo: null,
      },
    ],
    [`${AT}/schedules/`]: () => schedules,
    [`${AT}/schedules/s1/runs/`]: () => runs,
  });
}
const words = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

it("shows past and missed runs, and planned ones beyond now [F333]", async () => {
  const ran = { planned_at: iso(-2), count: 1, ran_at: iso(-2), taken_at: iso(-2), outcome: "taken" };
  const missed = { planned_at: iso(-5), count: 1440, ran_at: null, taken_at: null, outcome: "missed" };
  const said = { name: "Evening", state: true, time_zone: "Europe/Berlin" };
  const asked = yard([{ id: "s1", ...said, next_at: iso(2), last_run: ran }], [ran, missed]);
  await show(<ConnectionHistory device={LAMP} />);
  await screen.findByRole("img", {
    name: /^Connected for 2 h .* Schedules switched it once and missed it 1,440 times\.$/,
  });
  expect(words()).toEqual(["Connected", "Now", "By a schedule", "Planned", "Missed"]);
  expect(screen.getAllByText("Evening")).toHaveLength(3);
  expect(asked.filter(({ call }) => call.endsWith("/runs/"))).toHaveLength(1);
});

it("ends now without planned runs, and has no legend without schedules", async () => {
  const asked = yard([{ id: "s1", name: "In May", state: true, next_at: iso(2_000), last_run: null }]);
  await show(<ConnectionHistory device={LAMP} />);
  await screen.findByRole("img", { name: "Connected for 2 h of the last 24 hours." });
  await screen.findByText("lamp");
  expect(screen.queryByRole("list", { name: "What is drawn" })).toBeNull();
  expect(asked.some(({ call }) => call.endsWith("/runs/"))).toBe(false);
});

it.each([
  [null, "Connection lost"],
  [1012, "The service closed it (code 1012)"],
])("says who ended a connection: close code %s", async (code, text) => {
  yard([], [], code);
  await show(<ConnectionHistory device={LAMP} />);
  await screen.findByText(text);
});

it("shows the availability of a discovered device [F335]", async () => {
  const said = (event_type: string, hours: number) => ({
    id: `${hours}`,
    event_type,
    created_at: iso(hours),
  });
  const asked = server({
    "GET /v0/events/devices/on-off/": () => [],
    [`GET /v0/events/devices/on-off/?device=${DEVICE}&event_type=connected&size=100`]: () => [
      said("connected", -3),
    ],
    [`GET /v0/events/devices/on-off/?device=${DEVICE}&event_type=disconnected&size=100`]: () => [
      said("disconnected", -1),
    ],
    [`${AT}/schedules/`]: () => [],
  });
  const found = { source: "Tasmota", command_topic: "c", state_topic: null, availability_topics: ["a"] };
  await show(<ConnectionHistory device={{ ...LAMP, found }} />);
  await screen.findByRole("img", { name: "Connected for 2 h of the last 24 hours." });
  expect(screen.queryByRole("columnheader", { name: "Client" })).toBeNull();
  expect(asked.some(({ call }) => call.includes("/connections/"))).toBe(false);
});
