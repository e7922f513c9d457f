import { expect, test } from "vitest";
import { storedNumbers, storedTexts } from "../../../broker/contract/json.ts";
import { channelsOf } from "../../../worker/db/chosen-channels.ts";
import { deviceDetailsColumn } from "../../../worker/db/devices.ts";
import { foundColumn, grantsColumn, labelsColumn, timingColumn } from "../../../worker/db/json-columns.ts";
import { devices, channels as table } from "../../../worker/db/schema.ts";
import { aChannelRow, aDeviceRow, filledColumns } from "../../support/noun-rows.ts";

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

const CHANNEL = aChannelRow({ id: "c", name: "n", topic: "t", description: "d", created_at: 1 });
const DEVICE = {
  ...aDeviceRow({
    id: "d",
    name: "Lamp",
    state: 1,
    command_ttl: 5,
    auto_off: 6,
    off_on_disconnect: 1,
    shown_values: '{"version":1,"value":["level"]}',
    room: "Hall",
    pinned: 1,
    created_at: 2,
  }),
  channels: JSON.stringify([CHANNEL]),
};

/** Returns the row without a column as it reads then, or null when it is refused. */
function readWithout<Row extends object>(row: Row, name: string, filled: Record<string, unknown>) {
  return name in filled ? { ...row, [name]: filled[name] } : null;
}

function without<Row extends object>(row: Row, name: string): Row {
  const entries = Object.entries(row).filter(([key]) => key !== name);
  return Object.fromEntries(entries) as Row;
}

test.each(Object.keys(DEVICE))(
  "a stored device without %s reads as a migration fills it, or is refused",
  (name) => {
    const text = deviceDetailsColumn.write(without(DEVICE, name));
    const expected = readWithout(DEVICE, name, filledColumns(devices));
    if (expected === null) expect(() => deviceDetailsColumn.read(text)).toThrow();
    else expect(deviceDetailsColumn.read(text)).toEqual(expected);
  },
);

test.each(Object.keys(CHANNEL))(
  "a stored channel without %s reads as a migration fills it, or is refused",
  (name) => {
    const channels = JSON.stringify([without(CHANNEL, name)]);
    const expected = readWithout(CHANNEL, name, filledColumns(table));
    if (expected === null) expect(() => channelsOf({ channels })).toThrow();
    else expect(channelsOf({ channels })).toEqual([expected]);
  },
);

test("a stored device whose JSON is of another format is refused, and read from the database instead", () => {
  for (const column of ["shown_values", "found", "channels"]) {
    expect(() =>
      deviceDetailsColumn.read(deviceDetailsColumn.write({ ...DEVICE, [column]: "{}" })),
    ).toThrow();
  }
});
