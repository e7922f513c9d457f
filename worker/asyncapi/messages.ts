/** Payloads of an account's topics as JSON Schema. */

import * as z from "zod";
import type { DeviceStatus } from "../../broker/contract/control.ts";
import { type Control, ControlSet, MAX_CONTROL_TEXT } from "../../broker/contract/controls.ts";
import { MAX_STATUS_CLIENTS } from "../../broker/contract/status-clients.ts";
import type { LatestValue } from "../../broker/contract/telemetry.ts";
import type { ChannelSeries } from "../contract/channels.ts";
import type { JsonSchema } from "../reference/document.ts";
import type { MqttMessage } from "./document.ts";

const JSON_TYPE = "application/json";

const State = z.enum(["on", "off"]);
const moment = () => z.iso.datetime();

export const ControlPayload = z.object({ state: State });
export const StatusPayload = z.object({
  state: State.describe("Of the last command"),
  connected: z.boolean(),
  since: moment().nullable().describe("When it last connected or disconnected"),
  taken: z.boolean().nullable().describe("Whether the device acknowledged the last command; null: unknown"),
  taken_at: moment().nullable(),
  taken_before_connect: z
    .literal(true)
    .exactOptional()
    .describe(
      "It took its state before this connection, and may have lost it; until it reports or is commanded",
    ),
  set: ControlSet.optional().describe("The last accepted value of each control"),
  set_before_connect: z
    .array(z.string())
    .exactOptional()
    .describe("Keys of `set` whose values it took before this connection, and may have lost"),
  by: z.enum(["page", "api", "mqtt", "schedule", "auto-off", "link", "watch", "guest", "notice"]).nullable(),
  accepted_at: moment().nullable().exactOptional().describe("When the last command was accepted"),
  clients: z
    .array(moment())
    .max(MAX_STATUS_CLIENTS)
    .exactOptional()
    .describe("When its clients connected; in a message that is not retained, when one came or left"),
}) satisfies z.ZodType<DeviceStatus>;

const schemaOf = (payload: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(payload, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => {
      // the format says it
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return schema;
};

/** Messages that all devices share. */
export const deviceMessages = (): Record<"control" | "status", MqttMessage> => ({
  control: { title: "Command", contentType: JSON_TYPE, payload: schemaOf(ControlPayload) },
  status: { title: "Status", contentType: JSON_TYPE, payload: schemaOf(StatusPayload) },
});

/** Of a device with controls. Other keys are ignored. */
export function controlMessage(controls: readonly Control[]): MqttMessage {
  const keys = controls.map((control) => {
    const { key, name, unit } = control;
    const described = measured("object", name, unit);
    return [key, { ...described, ...acceptedBy(control) }] as const;
  });
  const state = { type: "string", enum: ["on", "off"], description: "Without it, the state stays." } as const;
  const payload: JsonSchema = { type: "object", properties: Object.fromEntries([["state", state], ...keys]) };
  return { title: "Command", contentType: JSON_TYPE, payload };
}

function acceptedBy(control: Control): JsonSchema {
  switch (control.kind) {
    case "number":
      return { type: "number", minimum: control.min, maximum: control.max };
    case "choice":
      return { type: "string", enum: [...control.options] };
    case "toggle":
      return { type: "boolean" };
    case "color":
      return { type: "string", pattern: "^#[0-9a-fA-F]{6}$" };
    case "text":
      return { type: "string", description: `At most ${MAX_CONTROL_TEXT} bytes` };
    case "button":
      return { type: "boolean", enum: [true], description: "Pressed once" };
  }
}

/** As the name of a property, parsers take it for the prototype. */
const UNNAMEABLE = "__proto__";

/** With the keys that the device has sent: one sample, or a list of at most `most`; 0 for any number. */
export function telemetryMessage(values: readonly LatestValue[], most: number): MqttMessage {
  const ts = {
    type: "integer",
    description:
      "Time of measurement, in milliseconds since 1970; below 0: milliseconds before the message arrives",
  } as const;
  const named = values.filter(({ key }) => key !== UNNAMEABLE);
  const keys = named.map(({ key, value, name, unit }) => [key, measured(typeof value, name, unit)]);
  const sample: JsonSchema = {
    type: "object",
    description: "At most 32 values: numbers, texts, true or false; also in objects of one level.",
    properties: Object.fromEntries([...keys, ["ts", ts]]),
  };
  // not as alternatives: a reader of single samples finds their properties where they were
  const payload = {
    ...sample,
    type: ["object", "array"],
    description: `${sample.description} Or a list of such objects, in any order.`,
    items: sample,
    minItems: 1,
    ...(most > 0 && { maxItems: most }),
  } as JsonSchema;
  return { title: "Measured values", contentType: JSON_TYPE, payload };
}

const measured = (type: string, title: string | null, unit: string | null): JsonSchema => ({
  ...(type !== "object" && { type: type as "number" | "string" | "boolean" }),
  ...(title !== null && { title }),
  ...(unit !== null && { description: `In ${unit}`, "x-unit": unit }),
});

/** Any bytes, unless the channel has series. */
export function channelMessage(series: readonly ChannelSeries[]): MqttMessage {
  const [only, ...others] = series;
  if (only === undefined) return { title: "Message", contentType: "application/octet-stream", payload: {} };
  if (others.length === 0) return { title: only.name, contentType: JSON_TYPE, payload: payloadOf(only) };
  const title = series.map(({ name }) => name).join(", ");
  return { title, contentType: JSON_TYPE, payload: { allOf: series.map(payloadOf) } };
}

function payloadOf({ path, name, unit }: ChannelSeries): JsonSchema {
  const keys = path.split("/").slice(1);
  const steps = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (steps.includes(UNNAMEABLE)) return {};
  const value = measured("number", name, unit);
  return steps.reduceRight<JsonSchema>((inner, step) => ({ properties: { [step]: inner } }), value);
}
