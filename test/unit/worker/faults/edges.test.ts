/** The API's limits at one below, at and one above, each with its sentence and remedy. */

import { expect, test } from "vitest";
import { apiWith, newAccount } from "../api/client.ts";

const BODIES: Record<string, { line: string; body: (n: number) => unknown }> = {
  MAX_DEVICES: { line: "POST /v0/devices/on-off/", body: (n) => ({ name: `D${n}` }) },
  MAX_CHANNELS: { line: "POST /v0/mqtt/channels/", body: (n) => ({ name: "C", topic: `t/${n}` }) },
  MAX_CREDENTIALS: {
    line: "POST /v0/mqtt/credentials/",
    body: (n) => ({ name: "C", username: `u${n}`, password: "p" }),
  },
  MAX_TOKENS: { line: "POST /v0/tokens/", body: (n) => ({ name: `T${n}`, scopes: ["devices:read"] }) },
  MAX_WATCHES: {
    line: "POST /v0/watches/",
    body: (n) => ({ name: `W${n}`, when: { events: ["errored"] }, targets: [] }),
  },
  MAX_TARGETS: {
    line: "POST /v0/targets/",
    body: (n) => ({ kind: "webhook", url: `https://hooks.example.com/${n}` }),
  },
  MAX_API_KEYS: { line: "POST /v0/api-keys/", body: () => undefined },
};

test("MAX_SCHEDULES: up to it a device, and 400 beyond; 0 is no limit [T36]", async () => {
  for (const [limit, statuses] of [
    ["2", [201, 201, 400]],
    ["0", [201, 201, 201]],
  ] as const) {
    const { call } = await newAccount(apiWith({ MAX_SCHEDULES: limit }));
    await call("POST /v0/api-keys/");
    for (const name of ["One", "Two"]) {
      const { id } = (await call("POST /v0/devices/on-off/", { name })).body;
      const body = { name: "S", state: true, when: { cron: "0 0 * * *" }, time_zone: "UTC" };
      const got = [];
      for (let n = 0; n < 3; n++) got.push(await call(`POST /v0/devices/on-off/${id}/schedules/`, body));
      expect(got.map(({ status }) => status)).toEqual(statuses);
      if (limit === "2") {
        expect(got[2]?.body.errors.non_field_errors).toEqual(["A device can have 2 schedules max."]);
      }
    }
  }
});

test("MAX_CONTROLS: up to it, and 400 beyond; 0 is no limit", async () => {
  const controls = (n: number) => Array.from({ length: n }, (_, at) => ({ key: `k${at}`, kind: "toggle" }));
  for (const [limit, statuses] of [
    ["2", [201, 201, 400]],
    ["0", [201, 201, 201]],
  ] as const) {
    const { call } = await newAccount(apiWith({ MAX_CONTROLS: limit }));
    await call("POST /v0/api-keys/");
    const got = [];
    for (const n of [1, 2, 3])
      got.push(await call("POST /v0/devices/on-off/", { name: "D", controls: controls(n) }));
    expect(got.map(({ status }) => status)).toEqual(statuses);
    if (limit === "2")
      expect(got[2]?.body.errors).toEqual({ controls: ["A device can have 2 controls max."] });
  }
});

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
    const limit = { MAX_DEVICES: "devices", MAX_CHANNELS: "channels" }[name];
    if (limit !== undefined) expect((await call("GET /v0/broker/")).body.limits[limit]).toBe(3);
    const free = await newAccount(apiWith({ [name]: "0" }));
    if (name === "MAX_DEVICES") await free.call("POST /v0/api-keys/");
    for (let n = 1; n <= 12; n++) expect((await free.call(line, body(n))).status).toBe(201);
  },
);
