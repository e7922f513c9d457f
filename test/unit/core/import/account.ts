/** An exported account with one of everything, and accounts to import it into. */

import type { PresentAccount } from "../../../../worker/import/planned.ts";

const OLD = "11111111-1111-4111-8111-111111111111";
export const NEW = "22222222-2222-4222-8222-222222222222";
export const HALL = "a0000000-0000-4000-8000-000000000001";
export const LAMP = "b0000000-0000-4000-8000-000000000001";
const AT = "2026-01-02T03:04:05.000Z";

const user = (id: string) => ({
  id,
  first_name: "Ada",
  last_name: "Lovelace",
  email: `${id[0]}@example.org`,
  email_verified: true,
  pending_email: null,
  suspended: null,
  time_zone: "Europe/Berlin",
  clock: "24" as const,
});

/** An account without anything. */
export const empty = (): PresentAccount => ({
  user: { ...user(NEW), time_zone: null },
  settings: { profile: "full", home_assistant: true, history: [] },
  api_keys: [],
  channels: [],
  credentials: [],
  devices: [],
  schedules: [],
  watches: [],
  targets: [],
});

const hall = {
  id: HALL,
  name: "Hall",
  topic: `${OLD}/hall`,
  description: "",
  series: { path: "/t", unit: "°C", name: "Hall" },
  created_at: AT,
};

/** Typed loosely: tests change and remove parts of it. */
// biome-ignore lint/suspicious/noExplicitAny: a file that a test damages
export const exported = (): Record<string, any> => ({
  format: 2,
  user: user(OLD),
  settings: { profile: "classic", home_assistant: true },
  api_keys: [{ id: "k", key: "secret", created_at: AT }],
  tokens: [{ id: "t", name: "CI", scopes: ["devices:read"] }],
  channels: [hall],
  credentials: [
    {
      id: "c0000000-0000-4000-8000-000000000001",
      name: "Board",
      username: "board",
      server_made: false,
      password: "p",
      channels: [hall],
      view: "root",
      grants: [{ filter: `devices/${LAMP}/control`, publish: true, subscribe: false }],
      device: LAMP,
    },
  ],
  devices: [
    { id: LAMP, name: "Lamp", kind: "own", state: true, channels: [hall], room: "Hall", pinned: true },
    { id: "b0000000-0000-4000-8000-000000000002", name: "Plug", kind: "found", state: false, channels: [] },
  ],
  watches: [
    {
      id: "d0000000-0000-4000-8000-000000000001",
      name: "Lost",
      when: { device: LAMP, lost_for: "PT5M" },
      targets: ["e0000000-0000-4000-8000-000000000001", "e0000000-0000-4000-8000-000000000002"],
      repeat: null,
      enabled: true,
    },
  ],
  targets: [
    { id: "e0000000-0000-4000-8000-000000000001", kind: "webhook", address: "https://hooks.example.com/" },
    { id: "e0000000-0000-4000-8000-000000000002", kind: "push", address: "push.example.com" },
  ],
  schedules: [
    { device: LAMP, id: "s", name: "Evening", state: true, when: { cron: "0 18 * * *" }, time_zone: "UTC" },
    { device: LAMP, id: "o", name: "Once", state: true, when: { at: AT }, time_zone: "UTC" },
  ],
  events: [],
});
