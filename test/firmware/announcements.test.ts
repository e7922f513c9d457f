/** The announcements of stock software: what the product finds in them. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, inject, it } from "vitest";
import { inRoot } from "../../worker/local/paths.ts";
import { outcomesOf, renderForms } from "./announcements/forms-table.ts";
import { FORMS } from "./announcements/others.ts";
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

const NOT_SWITCHED = [
  ["Home Assistant", "switch: command_template", "Its commands are made by a template."],
  [
    "Home Assistant",
    "light, default schema: on_command_type brightness",
    "It is switched on by a brightness, not by a command of its own.",
  ],
  [
    "Home Assistant",
    "light, schema template: values where they are set",
    "Its state is reported by a template that is more than a path: {{ value.split(',')[0] }}",
  ],
  ["Home Assistant", "light, schema template: calculated commands", "Its commands are made by templates."],
  ["Tasmota", "SetOption80: a shutter", "It is half of a shutter."],
  ["Z-Wave JS UI", "dimmer", "It is switched on by a brightness, not by a command of its own."],
];

it("each form of other software is switched, or has its reason", () => {
  const refused = FORMS.flatMap((form) => {
    const reason = outcomesOf(form).find((outcome) => !outcome.startsWith("switched"));
    return reason === undefined ? [] : [[form.software, form.form, reason]];
  });
  expect(refused).toEqual(NOT_SWITCHED);
});

it("the forms stand in the table of results", () => {
  expect(readFileSync(inRoot("test/firmware/results.md"), "utf8")).toContain(renderForms());
});

withPackages("its figures stand in the table of results", () => {
  expect(readFileSync(inRoot("test/firmware/results.md"), "utf8")).toContain(renderModels(figures));
});
