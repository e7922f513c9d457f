/** Settings for all clients of an account. */

import * as z from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { endpoints } from "./endpoint.ts";
import { boolean, choice, named } from "./fields.ts";

export const Settings = named("Settings", {
  /** Profile: all of MQTT, or QoS 0 and 1 without retained messages. */
  profile: z.enum(PROFILES),
  /** Announces every device to a Home Assistant that is connected in root view. */
  home_assistant: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** Omitted values stay. */
const SettingsBody = named("SettingsBody", {
  profile: choice(PROFILES),
  home_assistant: boolean().optional(),
});

export const SETTINGS_CALLS = endpoints({
  readSettings: {
    method: "GET",
    path: "/v0/mqtt/settings/",
    access: "token",
    scopes: ["setup:read"],
    summary: "What the broker offers the account's clients",
    response: Settings,
    whileSuspended: true,
  },
  updateSettings: {
    method: "PUT",
    path: "/v0/mqtt/settings/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Change what the broker offers; it applies to new connections and disconnects none",
    request: SettingsBody,
    response: Settings,
    problems: [503],
  },
});
