/** The AsyncAPI document of an account, read with its real rows and messages. */

import { expect, onTestFinished, test, vi } from "vitest";
import { KEPT_MS } from "../../../../worker/api/kept-answers.ts";
import { ControlPayload, StatusPayload } from "../../../../worker/asyncapi/messages.ts";
import { api, newAccount, run } from "./client.ts";
import { connected } from "./connected.ts";

const PATH = "/v0/asyncapi.json";

async function newYard() {
  const person = await newAccount();
  await person.call("POST /v0/api-keys/");
  const make = async (line: string, body: object) => (await person.call(line, body)).body;
  const series = { path: "/t", unit: "°C", name: "Hall" };
  const hall = await make("POST /v0/mqtt/channels/", { name: "Hall", topic: "hall", series });
  const lamp = await make("POST /v0/devices/on-off/", { name: "Lamp", channels: [hall.id] });
  const login = { password: "a secret of its own" };
  const board = { name: "Board", username: "board", channels: [hall.id], ...login };
  const hub = { name: "Hub", username: "hub", view: "root", ...login };
  const ids = [
    await make("POST /v0/mqtt/credentials/", board),
    await make("POST /v0/mqtt/credentials/", hub),
  ].map(({ id }) => id);
  return { person, hall, lamp, board, ids };
}

test("names channels, series, devices and logins, with a token, without a password or the request's host", async () => {
  const { person, hall, lamp, board, ids } = await newYard();
  const device = await connected(person.id, { ...board, username: `${lamp.id}:board` });
  device.publish(`${person.id}/devices/${lamp.id}/telemetry`, '{"air_c":21.5}', { qos: 1, messageId: 1 });
  await device.next("puback");
  const { token } = (await person.call("POST /v0/tokens/", { name: "t", scopes: ["setup:read"] })).body;
  const { status, body } = await api(`GET ${PATH}`, undefined, { token });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain("a secret of its own");
  expect(body.servers.websocket).toMatchObject({
    host: "api.test",
    protocol: "ws",
    pathname: `/mqtt/${person.id}`,
  });
  expect(body.channels[`channel-${hall.id}`]).toMatchObject({ address: `${person.id}/hall`, title: "Hall" });
  expect(body.channels[`device-${lamp.id}-telemetry`].messages.message.payload.properties.air_c).toEqual({
    type: "number",
    description: "In °C",
    "x-unit": "°C",
  });
  expect(body.operations[`channel-${hall.id}-send`].security).toEqual([
    { $ref: "#/components/securitySchemes/apiKey" },
    { $ref: `#/components/securitySchemes/credential-${ids[0]}` },
  ]);
  const root = (await person.call(`GET ${PATH}?view=root`)).body;
  expect(root.channels[`channel-${hall.id}`].address).toBe("hall");
  expect(JSON.stringify(root.operations[`channel-${hall.id}-send`])).toContain(ids[1]);
  expect((await person.call(`GET ${PATH}?view=both`)).body.errors).toHaveProperty("view");
});

test("describes the messages that the broker sends", async () => {
  const { person, lamp, board } = await newYard();
  const device = await connected(person.id, { ...board, username: `${lamp.id}:board` });
  await device.subscribe(`${person.id}/devices/${lamp.id}/status`);
  await person.call(`POST /v0/devices/on-off/${lamp.id}/switch/`, { state: true, wait: 0 });
  const schemas = { control: ControlPayload.strict(), status: StatusPayload.strict() };
  const seen = new Set<string>();
  while (seen.size < 2) {
    const { topic, payload } = await device.next("publish");
    const kind = topic.endsWith("/control") ? "control" : "status";
    expect(schemas[kind].safeParse(JSON.parse(payload.toString())).error).toBeUndefined();
    seen.add(kind);
  }
  device.cut();
});

test("has the first 100 rows of each list, and says so", async () => {
  const { person } = await newYard();
  const described = async () => (await person.call(`GET ${PATH}`)).body;
  expect((await described()).info.description).not.toContain("lists are cut");
  onTestFinished(() => void vi.useRealTimers());
  await run(
    `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100)
      INSERT INTO channels (id, user_id, name, topic, created_at) SELECT ?1 || x, ?1, 'C', ?1 || '/c/' || x, ?2 FROM n`,
    person.id,
    Date.now(),
  );
  // by now it is no longer kept
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + KEPT_MS });
  const { channels, info } = await described();
  expect(info.description).toContain("lists are cut");
  expect(Object.keys(channels).filter((key) => key.startsWith("channel-"))).toHaveLength(100);
});

test("is kept ten seconds for each caller, with an ETag, and follows a change of rights at once", async () => {
  const { person, hall, ids } = await newYard();
  const tokenOf = async (scopes: string[]) =>
    (await person.call("POST /v0/tokens/", { name: "t", scopes })).body.token as string;
  const [token, other, narrow] = [
    await tokenOf(["setup:read"]),
    await tokenOf(["setup:read"]),
    await tokenOf(["devices:read"]),
  ];
  const get = (by: string, headers = {}, view = "") =>
    api(`GET ${PATH}${view}`, undefined, { token: by, headers });
  const first = await get(token);
  const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
  expect(headers["If-None-Match"]).toMatch(/^"[0-9a-f]{32}"$/);
  // without a statement of a route: what is kept does not see it
  await run("UPDATE channels SET name = 'Other' WHERE id = ?1", hall.id);
  const again = await get(token, headers);
  expect([again.status, again.body]).toEqual([304, undefined]);
  expect((await get(token)).body).toEqual(first.body);
  expect((await get(other)).body.channels[`channel-${hall.id}`].title).toBe("Other");
  expect((await get(token, headers, "?view=root")).status).toBe(200);
  expect((await get(narrow, headers)).status).toBe(403);
  await person.call(`DELETE /v0/mqtt/credentials/${ids[0]}/`);
  const changed = await get(token, headers);
  expect([changed.status, JSON.stringify(changed.body).includes(ids[0])]).toEqual([200, false]);
});
