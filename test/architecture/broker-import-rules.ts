/**
 * Import rules of the broker: one row per module. In the hub a module may import only the modules listed before it.
 */

import type { ImportRule } from "./import-rule.ts";

const CONTRACT = /^broker\/contract\//;
const core = (...rooms: string[]) => new RegExp(`^broker/(contract|${rooms.join("|")})/`);
/** Pure functions. */
export const CORE = core("routing", "session", "codec", "history", "schedules", "discovery", "watches");
const STORAGE = /^broker\/storage\//;
const EVENTS = /^broker\/events\//;
const PORTS = /^broker\/ports\.ts$/;
const LOG = /^broker\/log\.ts$/;
/** Retry delays. */
const RETRIES = /^broker\/retries\.ts$/;
/** The name of a session, for modules that store or show it. */
const NAMES = /^broker\/hub\/session-key\.ts$/;
/** The base class of the modules. */
const MODULE = /^broker\/hub\/module\.ts$/;
/** The construction of all modules, and what concerns all of them. */
const HUB_ROOT = /^broker\/hub\/[a-z-]+\.ts$/;
const hub = (...rooms: string[]) => new RegExp(`^broker/hub/(${rooms.join("|")})/`);

export const BROKER_RULES: ImportRule[] = [
  { files: /^broker\/contract\//, mayImport: [], packages: /^zod$/ },
  { files: /^broker\/routing\//, mayImport: [CONTRACT], packages: /^$/ },
  { files: /^broker\/session\//, mayImport: [core("routing")], packages: /^$/ },
  { files: /^broker\/codec\//, mayImport: [core("routing", "session")], packages: /^$/ },
  { files: /^broker\/discovery\//, mayImport: [CONTRACT], packages: /^$/ },
  { files: /^broker\/watches\//, mayImport: [CONTRACT], packages: /^$/ },
  // calendar and sun libraries stay in one folder
  { files: /^broker\/schedules\//, mayImport: [CONTRACT], packages: /^(croner|suncalc)$/ },
  { files: /^broker\/history\//, mayImport: [CONTRACT], packages: /^$/ },
  { files: PORTS, mayImport: [core("session")], packages: /^zod$/ },
  { files: RETRIES, mayImport: [], packages: /^$/ },
  { files: STORAGE, mayImport: [core("routing", "session", "history", "watches"), PORTS], packages: /^zod$/ },
  { files: EVENTS, mayImport: [CONTRACT, STORAGE], packages: /^node:crypto$/ },

  { files: NAMES, mayImport: [CONTRACT], packages: /^node:crypto$/ },
  { files: hub("turn"), mayImport: [CORE, LOG], packages: /^$/ },
  { files: hub("limits"), mayImport: [CORE, STORAGE, LOG, NAMES, hub("turn")], packages: /^$/ },
  { files: hub("socket"), mayImport: [CORE, STORAGE, PORTS, LOG, hub("turn", "limits")], packages: /^$/ },
  { files: hub("rights"), mayImport: [MODULE, CORE, STORAGE, PORTS, NAMES], packages: /^$/ },
  { files: hub("queues"), mayImport: [CORE, STORAGE, hub("socket")], packages: /^$/ },
  {
    files: hub("series"),
    mayImport: [MODULE, CORE, STORAGE, EVENTS, hub("limits", "socket")],
    packages: /^$/,
  },
  {
    files: hub("delivery"),
    mayImport: [MODULE, CORE, STORAGE, LOG, hub("socket", "rights", "queues")],
    packages: /^$/,
  },
  {
    files: hub("retained-replay"),
    mayImport: [MODULE, CORE, STORAGE, hub("socket", "queues", "delivery")],
    packages: /^$/,
  },
  {
    files: hub("watches"),
    mayImport: [MODULE, NAMES, CORE, STORAGE, EVENTS, PORTS, hub("socket", "series")],
    packages: /^$/,
  },
  {
    files: hub("devices"),
    mayImport: [
      MODULE,
      CORE,
      STORAGE,
      EVENTS,
      RETRIES,
      hub("socket", "queues", "series", "delivery", "watches"),
    ],
    packages: /^$/,
  },
  {
    files: hub("publish"),
    mayImport: [
      CORE,
      STORAGE,
      hub("turn", "socket", "queues", "series", "delivery", "retained-replay", "watches", "devices"),
    ],
    packages: /^$/,
  },
  {
    files: hub("streams"),
    mayImport: [MODULE, CORE, hub("socket")],
    packages: /^$/,
  },
  {
    files: hub("sessions"),
    mayImport: [
      MODULE,
      CORE,
      STORAGE,
      EVENTS,
      PORTS,
      RETRIES,
      NAMES,
      hub(
        "turn",
        "limits",
        "socket",
        "rights",
        "queues",
        "delivery",
        "retained-replay",
        "watches",
        "devices",
        "publish",
      ),
    ],
    packages: /^node:crypto$/,
  },
  // What the account answers, and how it reads its modules for an answer.
  {
    files: /^broker\/calls\//,
    mayImport: [CORE, STORAGE, PORTS, /^broker\/hub(\/|\.ts$)/],
    packages: /^cloudflare:workers$/,
  },
  {
    files: /^broker\/hub\.ts$/,
    mayImport: [CORE, LOG, hub("[a-z-]+"), HUB_ROOT],
    packages: /^$/,
  },
  // The composition root, and what the platform calls.
  { files: /^broker\//, mayImport: [/^broker\//], packages: /^cloudflare:workers$/ },
];
