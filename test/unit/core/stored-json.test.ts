import { expect, test } from "vitest";
import { storedNumbers, storedTexts } from "../../../broker/contract/json.ts";
import { channelsOf } from "../../../worker/db/chosen-channels.ts";
import { deviceDetailsColumn } from "../../../worker/db/devices.ts";
import { foundColumn, grantsColumn, labelsColumn, timingColumn } from "../../../worker/db/json-columns.ts";

test.each([
  ["numbers", storedNumbers, '["1"]'],
  ["texts", storedTexts, "[1]"],
  ["text that is no JSON", storedTexts, "["],
  ["grants", grantsColumn.read, '{"version":1,"value":[{"filter":"#","publish":1,"subscribe":true}]}'],
  ["a timing", timingColumn.read, '{"version":1,"value":{"cron":5}}'],
  ["a found device", foundColumn.read, '{"version":1,"value":{"commandTopic":"a"}}'],
  ["a column without a version", labelsColumn.read, "{}"],
  ["a column of a version that the code does not know", labelsColumn.read, '{"version":2,"value":{}}'],
])("%s of another format are refused when read", (_, read, text) => {
  expect(() => read(text)).toThrow();
});

test("a column returns the value that was written to it", () => {
  const labels = { temperature: { name: "Bath", unit: null } };
  const text = labelsColumn.write(labels);
  expect(text).toBe('{"version":1,"value":{"temperature":{"name":"Bath","unit":null}}}');
  expect(labelsColumn.read(text)).toEqual(labels);
});

const CHANNEL = { id: "c", name: "n", topic: "t", description: "d", series: null, created_at: 1 };
const DEVICE = {
  id: "d",
  name: "Lamp",
  state: 1,
  command_ttl: 5,
  auto_off: 6,
  off_on_disconnect: 1,
  found: null,
  shown_values: '{"version":1,"value":["level"]}',
  value_labels: null,
  room: "Hall",
  pinned: 1,
  created_at: 2,
  channels: JSON.stringify([CHANNEL]),
} as const;

/** What a migration gives rows that lack the column. */
const FILLED = { state: 0, command_ttl: 86_400, auto_off: 0, off_on_disconnect: 0, room: "", pinned: 0 };
const EMPTY = { found: null, shown_values: null, value_labels: null };

function without<Row extends object>(row: Row, name: string): Row {
  const entries = Object.entries(row).filter(([key]) => key !== name);
  return Object.fromEntries(entries) as Row;
}

test.each(Object.keys(DEVICE))(
  "a stored device without %s reads as a migration fills it, or is refused",
  (name) => {
    const text = deviceDetailsColumn.write(without(DEVICE, name));
    const fill = { ...FILLED, ...EMPTY };
    if (name in fill) {
      const filled = Object.fromEntries(Object.entries(fill).filter(([key]) => key === name));
      expect(deviceDetailsColumn.read(text)).toEqual({ ...DEVICE, ...filled });
    } else expect(() => deviceDetailsColumn.read(text)).toThrow();
  },
);

test.each(Object.keys(CHANNEL))(
  "a stored channel without %s reads as a migration fills it, or is refused",
  (name) => {
    const channels = JSON.stringify([without(CHANNEL, name)]);
    if (name === "description") expect(channelsOf({ channels })).toEqual([{ ...CHANNEL, description: "" }]);
    else if (name === "series") expect(channelsOf({ channels })).toEqual([CHANNEL]);
    else expect(() => channelsOf({ channels })).toThrow();
  },
);

test("a stored device whose JSON is of another format is refused, and read from the database instead", () => {
  for (const column of ["shown_values", "found", "channels"]) {
    expect(() =>
      deviceDetailsColumn.read(deviceDetailsColumn.write({ ...DEVICE, [column]: "{}" })),
    ).toThrow();
  }
});
