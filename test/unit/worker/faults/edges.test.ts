/** The API's limits at one below, at and one above, each with the sentence that says what to do. */

import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { apiWith, newAccount } from "../api/client.ts";

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));

const BODIES: Record<string, { line: string; body: (n: number) => unknown }> = {
  MAX_DEVICES: { line: "POST /v0/devices/on-off/", body: (n) => ({ name: `D${n}` }) },
  MAX_CHANNELS: { line: "POST /v0/mqtt/channels/", body: (n) => ({ name: "C", topic: `t/${n}` }) },
  MAX_CREDENTIALS: {
    line: "POST /v0/mqtt/credentials/",
    body: (n) => ({ name: "C", username: `u${n}`, password: "p" }),
  },
  MAX_API_KEYS: { line: "POST /v0/api-keys/", body: () => undefined },
};

test.each(Object.entries(BODIES))(
  "%s: up to it, and 400 beyond; 0 is no limit [T36]",
  async (name, { line, body }) => {
    const { call } = await newAccount(apiWith({ [name]: "3" }));
    // a device needs a key
    if (name === "MAX_DEVICES") await call("POST /v0/api-keys/");
    const statuses: number[] = [];
    for (let n = 1; n <= 4; n++) statuses.push((await call(line, body(n))).status);
    expect(statuses).toEqual([201, 201, 201, 400]);
    const { errors } = (await call(line, body(5))).body;
    expect(errors.non_field_errors).toEqual([expect.stringMatching(/^You can have 3 .+ max\.$/)]);
    const free = await newAccount(apiWith({ [name]: "0" }));
    if (name === "MAX_DEVICES") await free.call("POST /v0/api-keys/");
    for (let n = 1; n <= 12; n++) expect((await free.call(line, body(n))).status).toBe(201);
  },
);
