/** A body that the API accepts, for the reference and its curl lines. */

import type { JsonSchema } from "./schemas.ts";

const BY_FIELD: Record<string, unknown> = {
  auto_off: 0,
  channels: [],
  command_ttl: 86_400,
  confirm_password: "Quiet-Harbour-7",
  device: null,
  description: "Everything in the hall",
  email: "ada@example.com",
  first_name: "Ada",
  grants: [],
  last_name: "Lovelace",
  name: "Hall lamp",
  off_on_disconnect: false,
  overlap: 86_400,
  password: "Quiet-Harbour-7",
  profile: "full",
  state: true,
  token: "the token of the link in the letter",
  topic: "home/hall",
  username: "hall",
  view: "root",
  wait: 5,
};

export function exampleOf(schema: JsonSchema): Record<string, unknown> {
  const fields = Object.keys(schema.properties ?? {});
  return Object.fromEntries(
    fields.map((field) => [field, Object.hasOwn(BY_FIELD, field) ? BY_FIELD[field] : "…"]),
  );
}
