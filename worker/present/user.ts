import type { User } from "../contract/user.ts";
import type { CallerRow } from "../db/sessions.ts";

export const userOf = (row: Omit<CallerRow, "mqtt_profile" | "home_assistant" | "own_limits">): User => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  email_verified: row.email_state === "verified",
  pending_email: row.pending_email,
  suspended: row.suspended_at === null ? null : (row.suspended_reason ?? ""),
});
