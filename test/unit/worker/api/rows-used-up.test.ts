/** Calls while the account's object has written all rows of the day (MAX_ROWS_A_DAY). */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Hub } from "../../../../broker/hub.ts";
import { API } from "../../../../worker/contract/api.ts";
import { apiWith } from "./client.ts";
import { NAMES, newWorld, requestOf } from "./every-call.ts";

/** Calls that delete, end, disconnect or need no row. */
const ALLOWED = new Set([
  "logout",
  "updateUser",
  "changePassword",
  "sendVerification",
  "previewSchedule",
  "rotateTarget",
]);
const call = apiWith();

test("those that write are 503 with Retry-After, and those that read, delete, end or disconnect are served [F481]", async () => {
  const world = await newWorld();
  for (const { id, call: own } of [world.person, world.leaver, world.changer]) {
    await own("GET /v0/devices/on-off/");
    await runInDurableObject(env.BROKER.getByName(id), (object) => {
      (object as unknown as { hub: Hub }).hub.modules.limits.MAX_ROWS_A_DAY = 1;
    });
  }
  for (const name of NAMES.filter((each) => API[each].access !== "public")) {
    const { line, body } = requestOf(name, world);
    const { status, headers, body: answer } = await call(line, body, { token: world.person.token });
    const { method } = API[name];
    const isBound = (method === "POST" || method === "PUT") && !ALLOWED.has(name);
    expect([name, status === 503]).toEqual([name, isBound]);
    if (!isBound) continue;
    expect([name, answer.detail]).toEqual([name, expect.stringContaining("MAX_ROWS_A_DAY")]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  }
});
