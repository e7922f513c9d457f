import { beforeAll, describe, expect, test } from "vitest";
import { dump, twoAccounts } from "./two-accounts.ts";

let world: Awaited<ReturnType<typeof twoAccounts>>;

beforeAll(async () => {
  world = await twoAccounts();
});

describe("API1 broken object level authorization", () => {
  const places = () =>
    [
      ["/v0/api-keys/", world.ids.key],
      ["/v0/mqtt/channels/", world.ids.channel],
      ["/v0/mqtt/credentials/", world.ids.credential],
      ["/v0/devices/on-off/", world.ids.device],
    ] as const;
  const body = {
    name: "Mine now",
    topic: "mine",
    username: "mine",
    password: "mine",
    state: true,
    channels: [],
  };

  test("another's id, an unused one and a malformed one get the same response, without effect [T9]", async () => {
    const before = await dump();
    for (const [path, id] of places()) {
      for (const method of ["GET", "PUT", "DELETE", "POST", "PATCH"]) {
        const about = async (which: string) => {
          const answer = await world.stranger.call(
            `${method} ${path}${which}/`,
            method === "GET" ? undefined : body,
          );
          return JSON.stringify([answer.status, answer.body, answer.headers.get("Allow")]);
        };
        const [foreign, random, malformed] = await Promise.all(
          [id, crypto.randomUUID(), "nothing"].map(about),
        );
        expect(foreign, `${method} ${path}`).toBe(random);
        expect(malformed).toBe(random);
      }
    }
    expect(await dump()).toBe(before);
  });

  test("another's channel cannot be attached [T9]", async () => {
    const device = { name: "D", channels: [world.ids.channel] };
    expect((await world.stranger.call("POST /v0/devices/on-off/", device)).status).toBe(400);
    const credential = { name: "C", username: "x", password: "p", channels: [world.ids.channel] };
    expect((await world.stranger.call("POST /v0/mqtt/credentials/", credential)).status).toBe(400);
    expect((await world.stranger.call("GET /v0/devices/on-off/")).body).toEqual([]);
  });
});

test("API3 broken object property level authorization: a body sets only the fields of its schema [T10]", async () => {
  const extra = {
    id: crypto.randomUUID(),
    user_id: world.stranger.id,
    created_at: "1970-01-01T00:00:00.000Z",
    last_used: "1970-01-01T00:00:00.000Z",
    connected: true,
    secret_version: 99,
    rights_version: 99,
    key: "sw-mine",
    __proto__: { admin: true },
    constructor: { prototype: { admin: true } },
  };
  const answers = [
    await world.owner.call("POST /v0/mqtt/channels/", { ...extra, name: "N", topic: "n" }),
    await world.owner.call("POST /v0/mqtt/credentials/", {
      ...extra,
      name: "N",
      username: "n",
      password: "p",
    }),
    await world.owner.call("POST /v0/devices/on-off/", { ...extra, name: "N" }),
    await world.owner.call("POST /v0/api-keys/", extra),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(201);
    expect(body.id).not.toBe(extra.id);
    expect(body.created_at).not.toBe(extra.created_at);
    expect(body.last_used ?? null).toBeNull();
    expect(body.connected ?? false).toBe(false);
    expect(body.key).not.toBe(extra.key);
  }
  expect((await world.stranger.call("GET /v0/mqtt/channels/")).body).toEqual([]);
  const { body } = await world.owner.call("PUT /v0/users/", {
    ...extra,
    first_name: "A",
    last_name: "B",
    email: world.owner.email,
  });
  expect(body.data.id).toBe(world.owner.id);
});

test("API5 broken function level authorization: no call reaches beyond one's own account", async () => {
  for (const path of [
    "/v0/admin/",
    `/v0/users/${world.owner.id}/`,
    "/v0/users/all/",
    "/v0/waitlist_entries/",
  ]) {
    expect([404, 405]).toContain((await world.stranger.call(`GET ${path}`)).status);
  }
});
