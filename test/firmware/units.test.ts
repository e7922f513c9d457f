/** Units of keys against the values of each Zigbee device that Zigbee2MQTT knows, which name their own. */

import { execFileSync } from "node:child_process";
import { expect, inject, test } from "vitest";
import { unitOf } from "../../broker/contract/units.ts";
import { inRoot } from "../../worker/local/paths.ts";

/** The package writes one unit in several ways. */
const SAME: Readonly<Record<string, string>> = {
  C: "°C",
  ºC: "°C",
  "℃": "°C",
  "℉": "°F",
  sec: "s",
  seconds: "s",
  minutes: "min",
  Hr: "h",
  hour: "h",
  lux: "lx",
  m3: "m³",
};

const { npm: why } = inject("absent");

test.skipIf(why !== undefined)(
  "no value of zigbee-herdsman-converters 26.112.0 has a wrong unit, and 62 have theirs",
  () => {
    const program = inRoot("test/firmware/programs/zigbee-exposes.cjs");
    const printed = execFileSync(process.execPath, [program], { encoding: "utf8", maxBuffer: 1 << 26 });
    const values: [key: string, unit: string][] = JSON.parse(printed);
    expect(values.length).toBeGreaterThan(36_000);
    const named = values
      .map(([key, unit]) => ({ key, unit: SAME[unit.trim()] ?? unit.trim(), guess: unitOf(key) }))
      .filter(({ guess }) => guess !== null);
    expect(named.filter(({ unit, guess }) => unit !== guess)).toEqual([]);
    expect(named.length).toBeGreaterThanOrEqual(62);
  },
);
