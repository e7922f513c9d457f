/**
 * Import rules of the broker: one row a module. In the hub a module may import those before it, and no other.
 */

import type { Room } from "./room.ts";

const CONTRACT = /^broker\/contract\//;
const core = (...rooms: string[]) => new RegExp(`^broker/(contract|${rooms.join("|")})/`);
/** Pure functions. */
const CORE = core("routing", "session", "codec", "history", "schedules", "discovery");
const STORAGE = /^broker\/storage\//;
const EVENTS = /^broker\/events\//;
const PORTS = /^broker\/ports\.ts$/;
const LOG = /^broker\/log\.ts$/;
/** Retry delays. */
const RETRIES = /^broker\/retries\.ts$/;
/** The name of a session, for modules that store or show it. */
const NAMES = /^broker\/hub\/session-key\.ts$/;
const hub = (...rooms: string[]) => new RegExp(`^broker/hub/(${rooms.join("|")})/`);

export const BROKER_ROOMS: Room[] = [
  { room: /^broker\/contract\//, may: [], packages: /^zod$/ },
  { room: /^broker\/routing\//, may: [CONTRACT], packages: /^$/ },
  { room: /^broker\/session\//, may: [core("routing")], packages: /^$/ },
  { room: /^broker\/codec\//, may: [core("routing", "session")], packages: /^$/ },
  { room: /^broker\/discovery\//, may: [CONTRACT], packages: /^$/ },
  // calendar and sun libraries stay in one folder
  { room: /^broker\/schedules\//, may: [CONTRACT], packages: /^(croner|suncalc)$/ },
  { room: /^broker\/history\//, may: [CONTRACT], packages: /^$/ },
  { room: PORTS, may: [core("routing", "session")], packages: /^$/ },
  { room: RETRIES, may: [], packages: /^$/ },
  { room: STORAGE, may: [core("routing", "session", "history"), PORTS], packages: /^zod$/ },
  { room: EVENTS, may: [CONTRACT, STORAGE, PORTS, LOG], packages: /^node:crypto$/ },

  { room: NAMES, may: [CONTRACT], packages: /^node:crypto$/ },
  { room: hub("turn"), may: [CORE, LOG], packages: /^$/ },
  { room: hub("limits"), may: [CORE, STORAGE, LOG, NAMES], packages: /^$/ },
  { room: hub("socket"), may: [CORE, STORAGE, PORTS, LOG, hub("turn", "limits")], packages: /^$/ },
  { room: hub("rights"), may: [CORE, STORAGE, PORTS, LOG, NAMES], packages: /^$/ },
  { room: hub("queues"), may: [CORE, STORAGE, hub("turn", "socket")], packages: /^$/ },
  { room: hub("series"), may: [CORE, STORAGE, EVENTS, hub("turn", "limits", "socket")], packages: /^$/ },
  {
    room: hub("delivery"),
    may: [CORE, STORAGE, LOG, hub("turn", "socket", "rights", "queues")],
    packages: /^$/,
  },
  {
    room: hub("retained-replay"),
    may: [CORE, STORAGE, LOG, hub("turn", "socket", "rights", "queues", "delivery")],
    packages: /^$/,
  },
  {
    room: hub("devices"),
    may: [CORE, STORAGE, EVENTS, LOG, RETRIES, hub("turn", "socket", "queues", "series", "delivery")],
    packages: /^$/,
  },
  {
    room: hub("publish"),
    may: [
      CORE,
      STORAGE,
      EVENTS,
      hub("turn", "socket", "queues", "series", "delivery", "retained-replay", "devices"),
    ],
    packages: /^$/,
  },
  { room: hub("streams"), may: [CORE, STORAGE, hub("turn", "socket", "rights")], packages: /^$/ },
  {
    room: hub("messages"),
    may: [CORE, STORAGE, hub("turn", "limits", "socket", "rights", "delivery", "publish")],
    packages: /^$/,
  },
  {
    room: hub("sessions"),
    may: [
      CORE,
      ...[STORAGE, EVENTS, PORTS, LOG, RETRIES, NAMES],
      hub(
        "turn",
        "limits",
        "socket",
        "rights",
        "queues",
        "delivery",
        "retained-replay",
        "devices",
        "publish",
      ),
    ],
    packages: /^node:crypto$/,
  },
  // The composition root, and what the platform calls.
  { room: /^broker\//, may: [/^broker\//], packages: /^cloudflare:workers$/ },
];
