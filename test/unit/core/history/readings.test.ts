/** Which messages are measurements, and their values. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMistake } from "../../../../broker/contract/mistake.ts";
import { unitOf } from "../../../../broker/contract/units.ts";
import { entriesOf, SampleBatch } from "../../../../broker/history/batch.ts";
import { telemetryOf, valuesAt } from "../../../../broker/history/readings.ts";

const NOW = Date.UTC(2026, 5, 1);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => {
  const reading = telemetryOf(bytes(text), NOW);
  return isMistake(reading) ? null : reading;
};
const many = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));

describe("telemetry", () => {
  test("is numbers, booleans and short texts, one level deep, with an optional time", () => {
    expect(read('{"t":21.5,"on":true,"mode":"eco","air":{"hum":40},"ts":1700000000000.5}')).toEqual({
      at: 1_700_000_000_000,
      values: [
        ["t", 21.5],
        ["on", true],
        ["mode", "eco"],
        ["air.hum", 40],
      ],
    });
    expect(read(many(32))?.values).toHaveLength(32);
  });

  test.each([
    ["no JSON", "21.5 C"],
    ["no object", "21.5"],
    ["a list", "[1]"],
    ["nothing", ""],
    ["NaN, as boards write it", '{"t":null}'],
    ["NaN, as others do", '{"t":NaN}'],
    ["an invalid number", '{"t":1e400}'],
    ["a number whose sums would be none", '{"t":2e300}'],
    ["a text that is too long", JSON.stringify({ t: "x".repeat(65) })],
    ["a key that is too long", JSON.stringify({ ["k".repeat(65)]: 1 })],
    ["a key of other characters", '{"température":1}'],
    ["two levels", '{"a":{"b":{"c":1}}}'],
    ["33 keys", many(33)],
    ["an invalid time", '{"t":1,"ts":"now"}'],
    ["a list inside", '{"t":[1,2]}'],
  ])("is not %s [F217]", (_, text) => {
    expect(read(text)).toBeNull();
  });
});

/** A negative time is before the arrival, which 0 is. */
function timeOf(ts: unknown): number | null {
  if (typeof ts !== "number" || ts === 0) return null;
  return Math.floor(ts) + (ts < 0 ? NOW : 0);
}

/** The same for flat objects, with JSON.parse alone. */
function byJson(text: string): { at: number | null; values: Map<string, unknown> } | null {
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(text);
  } catch {
    return null;
  }
  const { ts, ...values } = said;
  if (ts !== undefined && !(typeof ts === "number" && Math.abs(ts) < 8.64e15)) return null;
  const isKept = ([key, value]: [string, unknown]) =>
    /^[\w.-]{1,64}$/.test(key) && value !== null && (typeof value !== "number" || Math.abs(value) <= 1e300);
  const all = Object.entries(values);
  return all.every(isKept) && all.length <= 32 ? { at: timeOf(ts), values: new Map(all) } : null;
}

const space = fc.constantFrom("", "", " ", "\n\t", "\r", "\v");
const number = fc.oneof(
  fc.integer().map(String),
  fc.integer({ min: -99_999, max: 99_999 }).map((whole) => String(whole / 1000)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat(99_999)).map(([a, b]) => `${a}.${b}`),
  fc.constantFrom("-0", "0.0", "-0.50", "01", "-", "-.5", "1.", ".5", "1e3", "1E-2", "+1", "1 2", "NaN", ""),
  fc.constantFrom("true", '"eco"', "null"),
);
const key = fc.oneof(
  fc.stringMatching(/^[\w.-]{1,20}$/),
  fc.constantFrom(
    "t",
    "t",
    "ts",
    "__proto__",
    "",
    "k".repeat(64),
    "k".repeat(65),
    "é",
    "a b",
    '\\"',
    "\\u0074",
  ),
);
const pair = fc.tuple(space, key, space, space, number, space);

test("numbers parsed from the bytes equal those of JSON.parse, in any surroundings [F300]", () => {
  fc.assert(
    fc.property(
      fc.array(pair, { maxLength: 40 }),
      fc.constantFrom("", "", "", ",", "x", " "),
      (pairs, tail) => {
        const said = pairs.map(([a, name, b, c, value, d]) => `${a}"${name}"${b}:${c}${value}${d}`);
        for (const text of [`{${said}}${tail}`, `{${said}${tail}`, `{${said.slice(0, 1)}}`]) {
          const found = read(text);
          expect(found && { at: found.at, values: new Map(found.values) }).toEqual(byJson(text));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test("a channel's value is at its JSON pointer", () => {
  const at = (text: string, pointer: string) => {
    const found = valuesAt(bytes(text), [{ path: pointer, name: "v" }]);
    return isMistake(found) ? null : found.values[0]?.[1];
  };
  expect(at("21.5", "")).toBe(21.5);
  expect(at('{"StatusSNS":{"BME280":{"Temperature":20.1}}}', "/StatusSNS/BME280/Temperature")).toBe(20.1);
  expect(at('{"a/b":{"~":[5,6]}}', "/a~1b/~0/1")).toBe(6);
  for (const pointer of ["/x", "/a", "/a/b/c", "/toString"])
    expect(at('{"a":{"b":null}}', pointer)).toBeNull();
});

test("a channel of several series reads those that a message has", () => {
  const series = [
    { path: "/t", name: "temperature" },
    { path: "/h", name: "humidity" },
    { path: "/battery/v", name: "battery" },
  ];
  const read = (message: unknown) => valuesAt(bytes(JSON.stringify(message)), series);
  expect(read({ t: 1, h: "2", battery: { v: 3 } })).toEqual({
    at: null,
    values: [
      ["temperature", 1],
      ["humidity", 2],
      ["battery", 3],
    ],
  });
  expect(read({ h: 2 })).toEqual({ at: null, values: [["humidity", 2]] });
  expect(read({ t: null, h: 2 })).toMatchObject({
    values: [["humidity", 2]],
    mistake: { reason: "`/t` is null, which is no value.", key: "/t" },
  });
  expect(read({ x: 1 })).toMatchObject({ key: "/t", remedy: expect.stringContaining("path of the channel") });
});

test.each<[string, unknown]>([
  ["317.3988", 317.3988],
  ["-0.5", -0.5],
  ["0", 0],
  ["1.5e3", 1500],
  ["2E-2", 0.02],
  // as dtostrf pads it
  ["  21.50", 21.5],
  ["00317.3988", "00317.3988"],
  ["1.", "1."],
  [".5", ".5"],
  ["+1", "+1"],
  ["0x10", "0x10"],
  ["1,5", "1,5"],
  ["21.5 °C", "21.5 °C"],
  ["Infinity", "Infinity"],
  ["1e999", "1e999"],
  ["", ""],
  [" ", " "],
  ["on", "on"],
])("a channel's series takes the text %j as %j", (text, value) => {
  const read = (message: unknown, path: string) =>
    valuesAt(bytes(JSON.stringify(message)), [{ path, name: "v" }]);
  expect(read({ value: text }, "/value")).toEqual({ at: null, values: [["v", value]] });
  expect(read(text, "")).toEqual({ at: null, values: [["v", value]] });
  // a device's text may be a version or a code
  expect(telemetryOf(bytes(JSON.stringify({ value: text })), NOW)).toEqual({
    at: null,
    values: [["value", text]],
  });
});

test.each([
  ["°C °F % hPa dBm", "temperature_c air.temp_f humidity_percent pressure-hpa signal_dbm"],
  ["V W A Pa kWh mAh", "battery_v power_w current_a pressure_pa energy_kwh battery_mah"],
  ["Hz ppm ppb lx dB m cm mm km", "grid_hz co2_ppm voc_ppb light_lux noise_db depth_m a_cm rain_mm trip_km"],
  ["s ms min h kg g L rpm ° K", "age_s ping_ms uptime_min on_h a_kg m_g tank_l fan_rpm wind_deg t_k"],
  ["°C °C m/s km/h µg/m³ m³ L/min", "motor_c temperature.tC wind_m_s a_km_h pm25_ug_m3 gas_m3 flow_l_min"],
])("a key's suffix gives the unit: %s", (units, keys) => {
  expect(keys.split(" ").map(unitOf)).toEqual(units.split(" "));
});

test.each(
  "c temperature percent volts constructor x_constructor temp_min phase_a voltage_a current_c x_".split(" "),
)("%s has no unit", (key) => expect(unitOf(key)).toBeNull());

test("buffered samples keep their kind, and two adjacent batches are one", () => {
  const [first, second] = [new SampleBatch(), new SampleBatch()];
  first.add(1, 1000, 1.5, 0);
  first.add(1, 900, 2.5, 0);
  first.add(2, 1000, true, 0);
  first.add(300, 1000, "größer", 0);
  second.add(1, 2000, "off", 0);
  const packed = new Uint8Array([...new SampleBatch(first.packed(), 0).packed(), ...second.packed()]);
  expect(entriesOf(packed).map(({ series, last }) => [series, last.at, last.value])).toEqual([
    [1, 1000, 1.5],
    [2, 1000, true],
    [300, 1000, "größer"],
    [1, 2000, "off"],
  ]);
  expect(entriesOf(packed, (series) => series === 1).flatMap(({ samples }) => samples)).toEqual([
    { at: 900, value: 2.5 },
    { at: 1000, value: 1.5 },
  ]);
});
