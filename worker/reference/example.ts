/** Makes a valid body, for the reference and its curl lines. */

import type { JsonSchema } from "./schemas.ts";

const BY_FIELD: Record<string, unknown> = {
  auto_off: 0,
  channels: [],
  clock: "24",
  command_ttl: 86_400,
  confirm_password: "Quiet-Harbour-7",
  device: null,
  description: "Everything in the hall",
  email: "ada@example.com",
  enabled: true,
  expires_at: null,
  expires_in: "P90D",
  first_name: "Ada",
  grants: [],
  grace: "PT10M",
  home_assistant: true,
  last_name: "Lovelace",
  missed: "skip",
  name: "Hall lamp",
  new_password: "Calm-Estuary-4",
  off_on_disconnect: false,
  overlap: 86_400,
  password: "Quiet-Harbour-7",
  place: null,
  profile: "full",
  pinned: true,
  repeat: null,
  room: "Kitchen",
  scopes: ["messages:read:lamp/state", "messages:publish:lamp/set"],
  series: { path: "/temperature", unit: "°C", name: "Temperature" },
  shown_values: ["temperature_c"],
  state: true,
  targets: [],
  time_zone: "Europe/Berlin",
  token: "the token of the link in the letter",
  topic: "home/hall",
  until: "2100-01-01T00:00:00Z",
  username: "hall",
  value_labels: [{ key: "soil", name: "Soil moisture", unit: "%" }],
  view: "root",
  wait: 5,
  when: { cron: "30 18 * * 1-5" },
};

/** A schema's own example goes before one by the field's name. */
export function exampleOf({ examples, properties = {} }: JsonSchema): unknown {
  if (examples !== undefined) return examples[0];
  const exampleFor = (field: string) => (Object.hasOwn(BY_FIELD, field) ? BY_FIELD[field] : "…");
  return Object.fromEntries(
    Object.entries(properties).map(([field, own]) => {
      const [example] = (typeof own === "object" && own.examples) || [];
      return [field, example ?? exampleFor(field)];
    }),
  );
}
