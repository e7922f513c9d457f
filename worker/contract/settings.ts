/** What an account sets for all of its clients. */

import { z } from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { choice } from "./fields.ts";

export const Settings = z.object({
  /** What the broker offers: all of MQTT, or QoS 0 and 1 without retained messages. */
  profile: z.enum(PROFILES),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsBody = z.object({ profile: choice(PROFILES) });
export type SettingsBody = z.input<typeof SettingsBody>;
