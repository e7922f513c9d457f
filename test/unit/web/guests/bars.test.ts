/** The sum under the bars of a guest's page, in the guest's language. */

import { expect, it } from "vitest";
import { sumText } from "../../../../web/src/guest/bars.ts";
import { ValueHistory } from "../../../../web/src/guest/history.ts";
import { wordsFor } from "../../../../web/src/guest/texts.ts";
import type { Series } from "../../../../worker/contract/series.ts";

const points = [[1, 2] as const, [2, null] as const, [3, 4.5] as const];

it.each([
  ["en", "+6.5\u00a0kWh, 3 days"],
  ["de", "+6,5\u00a0kWh, 3 Tage"],
])("in %s", (language, text) => {
  expect(sumText({ points, unit: "kWh" }, wordsFor([language]))).toBe(text);
});

it("reads the days of a counter beside its last day, and no days of another value", async () => {
  const asked: object[] = [];
  const series = async (_: string, key: string, search: object): Promise<Series> => {
    asked.push({ key, ...search });
    return { key, name: null, unit: "kWh", resolution: "raw", points: [["2026-06-01T00:00:00.000Z", 2]] };
  };
  const value = { name: null, at: "2026-06-01T00:00:00.000Z", by_http: false, value: 1 };
  const values = [
    { ...value, key: "energy_kwh", unit: "kWh" },
    { ...value, key: "t", unit: null },
  ];
  let changed = 0;
  const done = new Promise<void>((resolve) => {
    const history = new ValueHistory({ series }, () => {
      changed++;
      if (changed < 2) return;
      expect(history.of("d").get("energy_kwh")?.amounts).toMatchObject({ unit: "kWh" });
      expect(history.of("d").get("t")).not.toHaveProperty("amounts");
      resolve();
    });
    history.read([{ id: "d", values } as never]);
  });
  await done;
  expect(asked).toEqual([
    { key: "energy_kwh" },
    { key: "energy_kwh", field: "increase", resolution: "day" },
    { key: "t" },
  ]);
});
