/**
 * A device as an announcement for Home Assistant's device discovery, in its abbreviations. The reader is in root view,
 * so topics have no prefix.
 */

import type { Control } from "../contract/controls.ts";
import { controlTopic, displayTopic, statusTopic, telemetryTopic } from "../contract/topics.ts";
import { fieldsOf, isFields, textOf } from "./bounds.ts";
import { ownControls } from "./own-controls.ts";

// A telemetry key as a Home Assistant sensor: device class by unit, and a template that reads the value.

interface SensorKey {
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
  dBA: "sound_pressure",
  "km/h": "speed",
  "m/s": "speed",
  mph: "speed",
  "L/min": "volume_flow_rate",
  "L/h": "volume_flow_rate",
  "m³/h": "volume_flow_rate",
  "mm/h": "precipitation_intensity",
  "in/h": "precipitation_intensity",
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

/** Units that several quantities have. */
const OF_WHAT: readonly [unit: string, key: RegExp, deviceClass: string][] = [
  // a colour's temperature would be shown in °C
  ["K", /^(?!.*(colou?r|cct)).*temp/i, "temperature"],
  ["dB", /noise|sound|loud/i, "sound_pressure"],
  ["dB", /rssi|signal|snr/i, "signal_strength"],
  ["mm", /rain|precip/i, "precipitation"],
  ["in", /rain|precip/i, "precipitation"],
  ["%", /humidity/i, "humidity"],
  ["%", /battery/i, "battery"],
  ["%", /moisture/i, "moisture"],
  ["ppm", /co2/i, "carbon_dioxide"],
];

function classOf({ key, unit }: SensorKey): string | undefined {
  if (unit === null) return undefined;
  const ofWhat = OF_WHAT.find(([of, word]) => of === unit && word.test(key));
  return ofWhat?.[2] ?? (Object.hasOwn(CLASSES, unit) ? CLASSES[unit] : undefined);
}

/** `total_increasing` for quantities that only grow, otherwise `measurement`. */
const stateClassOf = (deviceClass: string | undefined): string =>
  deviceClass === "energy" ? "total_increasing" : "measurement";

const SAMPLES = "(value_json if value_json is sequence and value_json is not mapping else [value_json])";
/** An entry without a time is as old as its message, and therefore the newest. */
const NEWEST = "(l | rejectattr('ts', 'defined') | list or l | sort(attribute='ts')) | last | default({})";

/**
 * Of a list of samples it takes the newest with the key. A message may omit a key, which then keeps its value: Home
 * Assistant ignores an empty number; for a text the template returns the current state.
 */
function templateOf({ key, unit }: SensorKey): string {
  const dots = [...key.matchAll(/\./g)].map(({ index }) => index);
  // the joined key, or any split of it into nested objects
  const nested = dots.map(
    (at) => ` | default((s['${key.slice(0, at)}'] | default({}))['${key.slice(at + 1)}'])`,
  );
  // a point in the name of an attribute means an object inside
  const withKey = dots.length > 0 ? SAMPLES : `${SAMPLES} | selectattr('${key}', 'defined') | list`;
  const otherwise = unit === null ? "this.state" : "''";
  const value = `{{ s['${key}']${nested.join("")} | default(${otherwise}) }}`;
  return `{% set l = ${withKey} %}{% set s = ${NEWEST} %}${value}`;
}

function sensorOf(node: string, topic: string, measured: SensorKey) {
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

export interface DeviceAnnouncement {
  deviceId: string;
  name: string;
  controls: readonly Control[];
  measured: readonly SensorKey[];
}

const BRAND = "Switchyard";

/** `before`: the announcement that this one replaces, as text; null for the first. */
export function ownAnnouncement(
  userId: string,
  { deviceId, name, controls, measured }: DeviceAnnouncement,
  before: string | null = null,
) {
  const node = `sw_${deviceId}`;
  const inRootView = (topicOf: typeof statusTopic) => displayTopic(userId, topicOf(userId, deviceId));
  const status = inRootView(statusTopic);
  const components: Record<string, { p: string }> = {
    ...ownControls({ node, control: inRootView(controlTopic), status }, controls),
    ...Object.fromEntries(
      measured.map((each) => [`telemetry_${each.key}`, sensorOf(node, inRootView(telemetryTopic), each)]),
    ),
  };
  return {
    dev: { ids: [node], name, mf: BRAND },
    o: { name: BRAND },
    avty_t: status,
    avty_tpl: "{{ 'online' if value_json.connected else 'offline' }}",
    qos: 1,
    cmps: { ...components, ...removedComponents(before, Object.keys(components)) },
  };
}

/** Older ones are forgotten, so that an announcement does not grow for ever. */
const MAX_REMOVED = 16;

/**
 * Home Assistant removes a component when it is announced with its platform alone, and not when it is missing. The
 * retained announcement is the record of the components that it has, and of those that were removed while it was away.
 */
function removedComponents(before: string | null, ids: readonly string[]): Record<string, { p: string }> {
  const components = before === null ? null : fieldsOf(before)?.cmps;
  const removed = Object.entries(isFields(components) ? components : {}).flatMap(([id, component]) => {
    const platform = isFields(component) ? textOf(component.p) : undefined;
    return platform === undefined || ids.includes(id) ? [] : [[id, { p: platform }] as const];
  });
  return Object.fromEntries(removed.slice(-MAX_REMOVED));
}
