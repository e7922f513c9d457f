import type { Settings } from "../contract/settings.ts";
import type { CallerRow } from "../db/sessions.ts";

export const settingsOf = (row: Pick<CallerRow, "mqtt_profile" | "home_assistant">): Settings => ({
  profile: row.mqtt_profile,
  home_assistant: row.home_assistant === 1,
});
