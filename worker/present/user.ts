import type { User } from "../contract/user.ts";
import type { CallerRow } from "../db/sessions.ts";

export const userOf = (row: Omit<CallerRow, "mqtt_profile">): User => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  email_verified: row.email_state === "verified",
  pending_email: row.pending_email,
});
