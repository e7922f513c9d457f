/** `GET /v0/mqtt/clients/` and `DELETE /v0/mqtt/clients/{id}/`: connected clients. */

import { expect, test } from "vitest";
import type { LiveClient } from "../../../../worker/contract/clients.ts";
import { newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { FROM_A_PAGE } from "./from-a-page.ts";

test("every client is listed with its counts, without its key, and can be disconnected", async () => {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  const board = { name: "Board", username: "board", password: "s3cret" };
  await account.call("POST /v0/mqtt/credentials/", board);
  const { id: device } = (await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const lamp = await connected(account.id, { username: `${device}:board`, password: "s3cret" });
  const headers = { ...FROM_A_PAGE, Origin: "http://switchyard.test" };
  const page = await connected(account.id, { clientId: `${key}__page` }, headers);
  await page.subscribe(`${account.id}/#`);
  page.publish(`${account.id}/devices/${device}/control`, '{"state":"on"}');
  await lamp.next("publish");

  const { body } = await account.call("GET /v0/mqtt/clients/");
  expect(JSON.stringify(body)).not.toContain(key);
  expect(body).toMatchObject([
    {
      kind: "api-key",
      name: null,
      client_id: "…__page",
      browser: true,
      messages_in: 1,
      // its own, and the lamp's earlier and present status
      messages_out: 3,
      subscriptions: [`${account.id}/#`],
    },
    {
      kind: "device",
      id: device,
      name: "Lamp",
      protocol: "5.0",
      browser: false,
      messages_in: 0,
      messages_out: 1,
      subscriptions: [`${account.id}/devices/${device}/control`],
    },
  ]);
  for (const { bytes_in, bytes_out } of body) expect(Math.min(bytes_in, bytes_out)).toBeGreaterThan(10);

  const stranger = await newAccount();
  const path = `/v0/mqtt/clients/${body[1].connection_id}/`;
  expect((await stranger.call(`DELETE ${path}`)).status).toBe(404);
  expect((await account.call(`DELETE ${path}`)).status).toBe(204);
  expect((await lamp.next("disconnect")).reasonCode).toBe(0x98);
  expect((await account.call(`DELETE ${path}`)).status).toBe(404);
  expect((await account.call("GET /v0/mqtt/clients/")).body).toHaveLength(1);
});

test("connections × subscriptions do not fit into an answer: filters beyond a megabyte are a number", async () => {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body;
  const filters = Array.from({ length: 1200 }, (_, n) => `${account.id}/${n}/`.padEnd(500, "f"));
  for (const name of ["a", "b"]) {
    const client = await connected(account.id, { clientId: `${key}__${name}` });
    for (let at = 0; at < filters.length; at += 100) {
      const subscriptions = filters.slice(at, at + 100).map((topic) => ({ topic, qos: 0 as const }));
      client.send({ cmd: "subscribe", messageId: 1 + at, subscriptions });
      await client.next("suback");
    }
  }
  const { body } = await account.call("GET /v0/mqtt/clients/");
  const cut = body.find((client: LiveClient) => client.more_subscriptions !== undefined);
  const whole = body.find((client: LiveClient) => client !== cut);
  expect(whole.subscriptions).toHaveLength(1200);
  expect(cut.subscriptions).toHaveLength(Math.floor(1_048_576 / 500) - 1200);
  expect(cut.more_subscriptions).toBe(1200 - cut.subscriptions.length);
});
