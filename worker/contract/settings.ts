/** Settings for all clients of an account. */

import * as z from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { boolean, choice, named } from "./fields.ts";

export const Settings = named("Settings", {
  /** Profile: all of MQTT, or QoS 0 and 1 without retained messages. */
  profile: z.enum(PROFILES),
  /** Announces every device to a Home Assistant that is connected in root view. */
  home_assistant: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** Omitted values stay. */
export const SettingsBody = named("SettingsBody", {
  profile: choice(PROFILES),
  home_assistant: boolean().optional(),
});
export type SettingsBody = z.input<typeof SettingsBody>;
