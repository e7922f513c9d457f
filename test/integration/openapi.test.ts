/** The main path with a client built from the OpenAPI document alone. */

import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { clientOf, type OpenApi } from "../support/openapi-client.ts";
import { until } from "../support/until.ts";

interface Thing {
  id: string;
}

test("the document is enough to register, set up an account, switch a device and see its event", async () => {
  const base = inject("baseUrl");
  const document = (await (await fetch(`${base}/v0/openapi.json`)).json()) as OpenApi;
  const client = clientOf(document, base);
  const session = await client.call<{ data: { token: string; user: Thing } }>("register", {
    body: { email: `${randomUUID()}@example.org`, password: "Corr3ct-horse!" },
  });
  client.useToken(session.data.token);
  await client.call("createApiKey");
  const channel = await client.call<Thing>("createChannel", { body: { name: "Hall", topic: "hall" } });
  await client.call("createCredential", {
    body: { name: "Board", username: "board", password: "p", channels: [channel.id] },
  });
  const device = await client.call<Thing>("createDevice", { body: { name: "Lamp", channels: [channel.id] } });
  const on = await client.call<{ state: boolean }>("updateDevice", {
    path: { id: device.id },
    body: { name: "Lamp", state: true },
  });
  expect(on.state).toBe(true);
  await until("the event is readable", async () => {
    const events = await client.call<{ event_type: string }[]>("listEvents", {
      query: { device: device.id },
    });
    return events.some((event) => event.event_type === "turned_on");
  });
  await client.call("deleteDevice", { path: { id: device.id } });
  expect(await client.call("listDevices")).toEqual([]);
  await client.call("logout");
  await expect(client.call("listDevices")).rejects.toThrow(/401/);
});
