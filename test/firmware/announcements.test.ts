/** The announcements of stock software: what the product finds in them. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, inject, it } from "vitest";
import { inRoot } from "../../worker/local/paths.ts";
import { type ModelFigures, renderModels, zigbee2mqttFigures } from "./announcements/zigbee2mqtt.ts";

/** Switches and lights of the tested version. */
const ROWS = 4594;

const withPackages = it.skipIf(inject("absent").npm !== undefined);
let figures: ModelFigures;

beforeAll(async () => {
  if (inject("absent").npm === undefined) figures = await zigbee2mqttFigures();
});

withPackages("each switch and light of all models of Zigbee2MQTT is switchable", () => {
  expect([...figures.reasons]).toEqual([]);
  expect(figures.switchable).toBe(figures.rows);
  expect(figures.rows).toBeGreaterThanOrEqual(ROWS);
  expect(figures.unbounded).toBe(0);
});

withPackages("its figures stand in the table of results", () => {
  expect(readFileSync(inRoot("test/firmware/results.md"), "utf8")).toContain(renderModels(figures));
});
