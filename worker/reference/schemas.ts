/** The schemas that validate, as JSON Schema: those with a name once, under `components`. */

import { z } from "zod";
import { BrokerInfo } from "../contract/broker.ts";
import { Channel, ChannelBody } from "../contract/channel.ts";
import { Credential, CredentialCreate, CredentialUpdate, Rotation } from "../contract/credential.ts";
import { Device, DeviceBody } from "../contract/device.ts";
import { DeviceLink, LinkedDevice, OpenLink } from "../contract/device-link.ts";
import { DeviceEvent } from "../contract/event.ts";
import { FoundDevice } from "../contract/found.ts";
import { LiveClient } from "../contract/live-client.ts";
import * as presence from "../contract/presence.ts";
import { Refusal } from "../contract/refusal.ts";
import { Settings, SettingsBody } from "../contract/settings.ts";
import * as user from "../contract/user.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const NAMED: Record<string, z.ZodType> = {
  ApiKey: user.ApiKey,
  BrokerInfo,
  Channel,
  ChannelBody,
  Credential,
  CredentialCreate,
  CredentialUpdate,
  Detail: user.Detail,
  Device,
  DeviceBody,
  DeviceConnection: presence.DeviceConnection,
  DeviceDetail: presence.DeviceDetail,
  DeviceEvent,
  FoundDevice,
  ForgotPassword: user.ForgotPassword,
  DeviceLink,
  LinkedDevice,
  LiveClient,
  OpenLink,
  Login: user.Login,
  Refusal,
  Rotation,
  Settings,
  SettingsBody,
  Register: user.Register,
  ResetPassword: user.ResetPassword,
  Session: user.Session,
  SwitchBody: presence.SwitchBody,
  SwitchOutcome: presence.SwitchOutcome,
  UpdatedUser: user.UpdatedUser,
  User: user.User,
  UserCount: user.UserCount,
  UserUpdate: user.UserUpdate,
  ValidateResetToken: user.ValidateResetToken,
  WaitlistEntry: user.WaitlistEntry,
};

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });

/** Collects named schemas while the document is made. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** What a caller sends. */
  request(schema: z.ZodType): JsonSchema {
    return this.add(schema, "input");
  }

  /** What the API answers. */
  response(schema: z.ZodType): JsonSchema {
    return this.add(schema, "output");
  }

  private add(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      override: ({ zodSchema, jsonSchema }) => {
        tidy(jsonSchema, zodSchema);
        if (io === "input") markRequired(jsonSchema, zodSchema);
      },
    });
    for (const [name, named] of Object.entries($defs ?? {})) this.schemas[name] = withComponentRefs(named);
    return withComponentRefs(root);
  }
}

/** A format says what zod's long patterns say, and the safe integers are no limit of ours. */
function tidy(json: JsonSchema, schema: z.core.$ZodType): void {
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  Object.assign(json, z.globalRegistry.get(schema));
}

/** A field that is preprocessed accepts anything on paper. What is really required, the schema itself says. */
function markRequired(json: JsonSchema, schema: z.core.$ZodType): void {
  if (json.type !== "object" || json.properties === undefined) return;
  const missing = z.safeParse(schema, {}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  const required = [...new Set(missing)].filter((name) => Object.hasOwn(json.properties ?? {}, name));
  if (required.length > 0) json.required = required;
  else delete json.required;
}

function withComponentRefs<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
