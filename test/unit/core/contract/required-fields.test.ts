/** A client of an earlier release sends no new field: a field that becomes required breaks it. */

import { expect, it } from "vitest";
import type { ZodObject } from "zod";
import { API, type ApiCall } from "../../../../worker/contract/api.ts";

/** What each PUT requires since it exists. A new field is optional: left out, it keeps its value. */
const REQUIRED: Partial<Record<ApiCall, string[]>> = {
  suspendAccount: ["reason"],
  updateAccountLimits: [],
  updateChannel: ["name", "topic"],
  updateCredential: ["name"],
  updateDevice: ["name"],
  updateGuest: ["name", "devices", "may"],
  updateSchedule: ["name", "state", "when", "time_zone"],
  updateSettings: ["profile"],
  updateUser: ["first_name", "last_name", "email"],
  updateWatch: ["name", "when", "targets"],
};

it("requires the same fields of each PUT as ever", () => {
  const bodies = Object.entries(API).filter(([, call]) => call.method === "PUT" && "request" in call);
  const required = bodies.map(([name, call]) => {
    const { shape } = (call as unknown as { request: ZodObject }).request;
    return [name, Object.keys(shape).filter((field) => !shape[field]?.safeParse(undefined).success)];
  });
  expect(Object.fromEntries(required)).toEqual(REQUIRED);
});
