/** Bars of a counter by days, weeks and months, with their sum, as a table, a picture and CSV. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { amountFieldOf, barsOf } from "../../../../web/src/devices/series/amounts.ts";
import { amountsCsv } from "../../../../web/src/features/values/amounts.ts";
import AmountsChart from "../../../../web/src/features/values/amounts-chart.tsx";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const save = vi.hoisted(() => vi.fn());
vi.mock("../../../../web/src/lib/save-file.ts", () => ({ saveFile: save }));

const PATH = "/v0/devices/on-off/d/series/";
const meter: LastValue = {
  key: "energy_kwh",
  name: "Meter",
  unit: "kWh",
  value: 9,
  at: "2026-06-03T00:00:00.000Z",
  by_http: false,
};
const points = [
  ["2026-06-01T00:00:00.000Z", 2],
  ["2026-06-02T00:00:00.000Z", null],
  ["2026-06-03T00:00:00.000Z", 4.5],
];

it("draws the days with their sum, and asks for weeks and months of the person's zone", async () => {
  const asked = server({
    [`GET ${PATH}`]: () => ({ key: "energy_kwh", name: "Meter", unit: "kWh", resolution: "day", points }),
  });
  await show(<AmountsChart source={{ device: "d" }} lastValue={meter} field="increase" />);
  expect(await screen.findByRole("img", { name: /Sum: 6\.5\skWh in 3 days/ })).toBeTruthy();
  await userEvent.click(screen.getByText("The sums"));
  const rows = within(screen.getByRole("table", { name: "Sums" })).getAllByRole("row");
  expect(rows.map((row) => within(row).getByRole("cell").textContent)).toEqual([
    "4.5\u00a0kWh",
    "no value",
    "2\u00a0kWh",
  ]);
  for (const name of ["Weeks", "Months"]) await userEvent.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(asked.length).toBe(3));
  await userEvent.click(screen.getByRole("button", { name: /CSV/ }));
  await userEvent.click(screen.getByRole("button", { name: "Picture" }));
  const [csv, picture] = save.mock.calls.map(([, blob]) => blob as Blob);
  expect(await csv?.text()).toContain("2026-06-03T00:00:00.000Z,4.5\r\n");
  expect([picture?.type, await picture?.text()]).toEqual(["image/svg+xml", expect.stringContaining("<rect")]);
});

it.each<[Partial<LastValue>, string | null]>([
  [{}, "increase"],
  [{ key: "x", unit: null, counter: true }, "increase"],
  [{ key: "rain_total", unit: "mm" }, "increase"],
  [{ key: "water_l", unit: "L" }, "increase"],
  [{ key: "gas_m3", unit: "m³" }, "increase"],
  [{ key: "count", unit: null }, "increase"],
  [{ key: "power_w", unit: "W" }, "integral"],
  [{ key: "temperature_c", unit: "°C" }, null],
  [{ key: "level", unit: null }, null],
  [{ value: "9" }, null],
])("%j has the sums %s", (change, field) => {
  expect(amountFieldOf({ ...meter, ...change })).toBe(field);
});

it("the highest bar fills the chart, and a gap or a negative amount has none", () => {
  const bars = barsOf([
    [1, 5],
    [2, null],
    [3, 10],
    [4, -2],
  ]);
  expect(bars.map(({ height }) => height)).toEqual([0.5, 0, 1, 0]);
  expect(barsOf([[1, 0]])[0]).toMatchObject({ height: 0, y: 1, width: 1 });
});

it("a spreadsheet executes no name", () => {
  expect(amountsCsv({ points: [], unit: null }, "=1+1")).toBe(`at,"'=1+1"\r\n`);
});
