/** What Home Assistant reads about a measured key: its unit, and a device class that takes it. */

import { expect, test } from "vitest";
import { unitOf } from "../../../../broker/contract/units.ts";
import { ownAnnouncement } from "../../../../broker/discovery/own-announcement.ts";
import { RTL_433 } from "../../../support/unit-names/rtl-433.ts";
import { ZIGBEE } from "../../../support/unit-names/zigbee.ts";

/** `DEVICE_CLASS_UNITS` of Home Assistant's sensors (`components/sensor/const.py`), without units that have no key here. */
const UNITS_OF_CLASS: Readonly<Record<string, string>> = {
  apparent_power: "mVA VA kVA",
  battery: "%",
  carbon_dioxide: "ppm",
  current: "A mA",
  data_size: "B kB MB",
  distance: "km m cm mm in",
  duration: "d h min s ms",
  energy: "Wh kWh MWh",
  frequency: "Hz kHz",
  humidity: "%",
  illuminance: "lx",
  moisture: "%",
  power: "mW W kW",
  precipitation: "cm in mm",
  precipitation_intensity: "in/h mm/h",
  pressure: "Pa hPa kPa mbar bar psi",
  reactive_power: "mvar var kvar",
  signal_strength: "dB dBm",
  sound_pressure: "dB dBA",
  speed: "m/s km/h mph",
  temperature: "°C °F K",
  voltage: "V mV kV",
  volume_flow_rate: "m³/h L/h L/min",
  weight: "kg g mg",
};

interface Sensor {
  unit_of_meas?: string;
  dev_cla?: string;
}

function sensorOf(key: string): Sensor {
  const measured = [{ key, name: null, unit: unitOf(key) }];
  const { cmps } = ownAnnouncement("user", { deviceId: "device", name: "Sensor", controls: [], measured });
  return (cmps as Record<string, Sensor>)[`telemetry_${key}`] ?? {};
}

const NAMES = [...Object.values(RTL_433), ...Object.values(ZIGBEE)].flatMap((keys) => keys.split(/\s+/));

test("a class takes the unit of its key, for all names of rtl_433 and zigbee-herdsman-converters", () => {
  const wrong = NAMES.map((key) => ({ key, ...sensorOf(key) })).filter(
    ({ dev_cla, unit_of_meas = "" }) =>
      dev_cla !== undefined && !UNITS_OF_CLASS[dev_cla]?.split(" ").includes(unit_of_meas),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["rain_rate_mm_h", "mm/h", "precipitation_intensity"],
  ["rain_rate_in_h", "in/h", "precipitation_intensity"],
  ["rain_mm", "mm", "precipitation"],
  ["rain_in", "in", "precipitation"],
  ["depth_mm", "mm", "distance"],
  ["wind_avg_mi_h", "mph", "speed"],
  ["noise_db", "dB", "sound_pressure"],
  ["signal_dB", "dB", "signal_strength"],
  ["temp_k", "K", "temperature"],
  ["color_temp_k", "K", undefined],
  ["color_temperature_range_max_kelvin", "K", undefined],
  ["energy_produced_c", undefined, undefined],
  ["voltage_min", undefined, undefined],
  ["power_factor_a", undefined, undefined],
])("%s has %s and is of class %s", (key, unit, deviceClass) => {
  const { unit_of_meas, dev_cla } = sensorOf(key);
  expect([unit_of_meas, dev_cla]).toEqual([unit, deviceClass]);
});
