/** Devices of other makes that announce themselves, and their adoption. */

import * as z from "zod";
import { Device } from "./devices.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { named, uuid } from "./fields.ts";

/** A device of another make that announces itself and is not adopted. */
export const FoundDevice = named("FoundDevice", {
  id: uuid(),
  name: z.string(),
  /** The software that announces it, if it says so. */
  source: z.string(),
  switchable: z.boolean(),
  /** Why it cannot be switched; null when it can. */
  why_not: z.string().nullable(),
  /** Its command topic below the account's prefix; null when it cannot be switched. */
  command_topic: z.string().nullable(),
  /** True on the last entry of a truncated list. */
  truncated: z.boolean(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;

export const FOUND_DEVICE_CALLS = endpoints({
  listFound: {
    method: "GET",
    path: "/v0/devices/found/",
    access: "token",
    scopes: ["devices:read"],
    summary: "Devices of other makes that announce themselves, for Home Assistant or as Tasmota does",
    response: z.array(FoundDevice),
    problems: OBJECT_PROBLEMS,
  },
  adoptFound: {
    method: "POST",
    path: "/v0/devices/found/{id}/adopt/",
    access: "token",
    scopes: ["setup:write"],
    status: 201,
    summary: "Adopt a discovered device; it is switched by its own topics",
    response: Device,
    problems: [...OBJECT_PROBLEMS, 404],
  },
});
