/** A telemetry key as a Home Assistant sensor: device class by unit, and a template that reads the value. */

export interface SensorKey {
  key: string;
  /** Null: named by its key. */
  name?: string | null;
  /** Null when unknown. */
  unit: string | null;
  /** Seconds of silence after which the value is overdue; null when unknown. */
  expireAfter?: number | null;
}

/** Home Assistant's device classes by unit. */
const CLASSES: Record<string, string> = {
  "°C": "temperature",
  "°F": "temperature",
  K: "temperature",
  hPa: "pressure",
  kPa: "pressure",
  Pa: "pressure",
  mbar: "pressure",
  bar: "pressure",
  psi: "pressure",
  mA: "current",
  kV: "voltage",
  VA: "apparent_power",
  var: "reactive_power",
  m: "distance",
  g: "weight",
  mg: "weight",
  ms: "duration",
  dB: "signal_strength",
  "km/h": "speed",
  "m/s": "speed",
  "L/min": "volume_flow_rate",
  lx: "illuminance",
  dBm: "signal_strength",
  V: "voltage",
  mV: "voltage",
  A: "current",
  W: "power",
  kW: "power",
  Wh: "energy",
  kWh: "energy",
  Hz: "frequency",
  kHz: "frequency",
  s: "duration",
  min: "duration",
  h: "duration",
  mm: "distance",
  cm: "distance",
  km: "distance",
  kg: "weight",
  B: "data_size",
};

const OF_WHAT: readonly [unit: string, key: RegExp, deviceClass: string][] = [
  ["%", /humidity/i, "humidity"],
  ["%", /battery/i, "battery"],
  ["%", /moisture/i, "moisture"],
  ["ppm", /co2/i, "carbon_dioxide"],
];

function classOf({ key, unit }: SensorKey): string | undefined {
  if (unit === null) return undefined;
  if (Object.hasOwn(CLASSES, unit)) return CLASSES[unit];
  return OF_WHAT.find(([of, word]) => of === unit && word.test(key))?.[2];
}

/** `total_increasing` for quantities that only grow, otherwise `measurement`. */
const stateClassOf = (deviceClass: string | undefined): string =>
  deviceClass === "energy" ? "total_increasing" : "measurement";

/**
 * A message may omit a key, which then keeps its value: Home Assistant ignores an empty number; for a text the template
 * returns the current state.
 */
function templateOf({ key, unit }: SensorKey): string {
  const dots = [...key.matchAll(/\./g)].map(({ index }) => index);
  // the joined key, or any split of it into nested objects
  const nested = dots.map(
    (at) => ` | default((value_json['${key.slice(0, at)}'] | default({}))['${key.slice(at + 1)}'])`,
  );
  const otherwise = unit === null ? "this.state" : "''";
  return `{{ value_json['${key}']${nested.join("")} | default(${otherwise}) }}`;
}

export function sensorOf(node: string, topic: string, measured: SensorKey) {
  const { key, unit } = measured;
  const deviceClass = classOf(measured);
  return {
    p: "sensor",
    name: measured.name ?? key,
    uniq_id: `${node}_telemetry_${key}`,
    stat_t: topic,
    val_tpl: templateOf(measured),
    ...(measured.expireAfter != null && { exp_aft: measured.expireAfter }),
    ...(unit !== null && { unit_of_meas: unit, stat_cla: stateClassOf(deviceClass) }),
    ...(deviceClass !== undefined && { dev_cla: deviceClass }),
  };
}
