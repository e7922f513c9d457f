/** Settings for all clients of an account. */

import * as z from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { boolean, choice } from "./fields.ts";
import { named } from "./named.ts";

export const Settings = z.object({
  /** Profile: all of MQTT, or QoS 0 and 1 without retained messages. */
  profile: z.enum(PROFILES),
  /** Announces every device to a Home Assistant that is connected in root view. */
  home_assistant: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** Omitted values stay. */
export const SettingsBody = z.object({ profile: choice(PROFILES), home_assistant: boolean().optional() });
export type SettingsBody = z.input<typeof SettingsBody>;

named({ Settings, SettingsBody });
