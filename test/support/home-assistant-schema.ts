/**
 * What Home Assistant accepts as a discovered device, from its documentation ("MQTT": "Device discovery
 * payload", "Supported abbreviations"; "MQTT Switch", "MQTT Sensor" and so on), and from the schemas of its sources
 * (`components/mqtt/{number,select,text,button}.py`, `light/schema_template.py`): every option by its long name, and no
 * other.
 */

import { z } from "zod";

/** Options of devices and components (`abbreviations.py`). */
const OPTIONS: Record<string, string> = {
  avty: "availability",
  avty_mode: "availability_mode",
  avty_t: "availability_topic",
  avty_tpl: "availability_template",
  b_tpl: "blue_template",
  bri_tpl: "brightness_template",
  cmd_off_tpl: "command_off_template",
  cmd_on_tpl: "command_on_template",
  cmd_t: "command_topic",
  cmd_tpl: "command_template",
  cmps: "components",
  dev: "device",
  dev_cla: "device_class",
  e: "encoding",
  en: "enabled_by_default",
  ent_cat: "entity_category",
  exp_aft: "expire_after",
  g_tpl: "green_template",
  ic: "icon",
  o: "origin",
  ops: "options",
  opt: "optimistic",
  p: "platform",
  pl_avail: "payload_available",
  pl_not_avail: "payload_not_available",
  pl_off: "payload_off",
  pl_on: "payload_on",
  pl_prs: "payload_press",
  r_tpl: "red_template",
  ret: "retain",
  stat_cla: "state_class",
  stat_off: "state_off",
  stat_on: "state_on",
  stat_t: "state_topic",
  stat_tpl: "state_template",
  sug_dsp_prc: "suggested_display_precision",
  uniq_id: "unique_id",
  unit_of_meas: "unit_of_measurement",
  val_tpl: "value_template",
};
const OF_A_DEVICE: Record<string, string> = {
  cns: "connections",
  cu: "configuration_url",
  hw: "hw_version",
  ids: "identifiers",
  mdl: "model",
  mf: "manufacturer",
  sa: "suggested_area",
  sn: "serial_number",
  sw: "sw_version",
};
const OF_AN_ORIGIN: Record<string, string> = { sw: "sw_version", url: "support_url" };

const topic = z.string().regex(/^[^+#]+$/);
const available = {
  availability_topic: topic.optional(),
  availability_template: z.string().optional(),
  payload_available: z.string().default("online"),
  payload_not_available: z.string().default("offline"),
};
const entity = {
  ...available,
  name: z.string().nullable().optional(),
  unique_id: z.string(),
  device_class: z.string().optional(),
  entity_category: z.enum(["config", "diagnostic"]).optional(),
  icon: z.string().optional(),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  value_template: z.string().optional(),
};

const Switch = z.strictObject({
  ...entity,
  platform: z.literal("switch"),
  command_topic: topic,
  payload_on: z.string().default("ON"),
  payload_off: z.string().default("OFF"),
  state_topic: topic.optional(),
  state_on: z.string().optional(),
  state_off: z.string().optional(),
  optimistic: z.boolean().optional(),
  retain: z.boolean().default(false),
});

const Sensor = z.strictObject({
  ...entity,
  platform: z.literal("sensor"),
  state_topic: topic,
  state_class: z.enum(["measurement", "total", "total_increasing"]).optional(),
  unit_of_measurement: z.string().optional(),
  expire_after: z.int().optional(),
});

const commanded = {
  ...entity,
  command_topic: topic,
  state_topic: topic.optional(),
  command_template: z.string().optional(),
};

const NumberEntity = z
  .strictObject({
    ...commanded,
    platform: z.literal("number"),
    min: z.number().default(1),
    max: z.number().default(100),
    step: z.number().min(1e-3).default(1),
    unit_of_measurement: z.string().optional(),
  })
  .refine(({ min, max }) => max > min, "max must be above min");

const Select = z.strictObject({ ...commanded, platform: z.literal("select"), options: z.array(z.string()) });

/** `MAX_LENGTH_STATE_STATE` is 255. */
const TextEntity = z
  .strictObject({
    ...commanded,
    platform: z.literal("text"),
    min: z.int().min(0).default(0),
    max: z.int().max(255).default(255),
    pattern: z
      .string()
      .refine((text) => new RegExp(text))
      .optional(),
  })
  .refine(({ min, max }) => min < max, "min must be below max");

const Button = z.strictObject({
  ...entity,
  platform: z.literal("button"),
  command_topic: topic,
  payload_press: z.string().default("PRESS"),
});

const template = z.string();
const Light = z.strictObject({
  ...entity,
  platform: z.literal("light"),
  schema: z.literal("template"),
  command_topic: topic,
  state_topic: topic.optional(),
  command_on_template: template,
  command_off_template: template,
  state_template: template.optional(),
  brightness_template: template.optional(),
  red_template: template.optional(),
  green_template: template.optional(),
  blue_template: template.optional(),
});

const Component = z.discriminatedUnion("platform", [
  Switch,
  Sensor,
  NumberEntity,
  Select,
  TextEntity,
  Button,
  Light,
]);
export type Component = z.infer<typeof Component>;

const Discovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    name: z.string().optional(),
    manufacturer: z.string().optional(),
    model: z.string().optional(),
    sw_version: z.string().optional(),
  }),
  origin: z.strictObject({
    name: z.string(),
    sw_version: z.string().optional(),
    support_url: z.url().optional(),
  }),
  ...available,
  state_topic: topic.optional(),
  command_topic: topic.optional(),
  qos: entity.qos,
  encoding: z.string().optional(),
  components: z.record(z.string(), z.looseObject({ platform: z.string() })),
});

type Fields = Record<string, unknown>;

const spelled = (fields: Fields, names: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [names[key] ?? key, value]));

export interface ParsedDiscovery {
  device: string;
  /** By their ids. */
  components: Map<string, Component>;
  /** Ids of components that are announced with their platform alone: they are removed. */
  removed: string[];
}

/**
 * Expands a device's discovery as Home Assistant does: long names, shared options copied to each component.
 * Throws on an invalid one.
 */
export function parseDiscovery(payload: string): ParsedDiscovery {
  const given = spelled(JSON.parse(payload), OPTIONS);
  const components = Object.entries(given.components as Fields);
  const whole = Discovery.parse({
    ...given,
    device: spelled(given.device as Fields, OF_A_DEVICE),
    origin: spelled(given.origin as Fields, OF_AN_ORIGIN),
    components: Object.fromEntries(components.map(([id, each]) => [id, spelled(each as Fields, OPTIONS)])),
  });
  const { device, origin: _, components: parts, encoding: __, ...shared } = whole;
  const isRemoved = (part: object): boolean => Object.keys(part).length === 1;
  return {
    device: device.name ?? "",
    components: new Map(
      Object.entries(parts)
        .filter(([, part]) => !isRemoved(part))
        .map(([id, part]) => [id, Component.parse({ ...shared, ...part })]),
    ),
    removed: Object.keys(parts).filter((id) => isRemoved(parts[id] as object)),
  };
}
