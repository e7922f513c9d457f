/** The command line's stream: after a lost connection it continues where it was. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiClient } from "../../../worker/cli/api-client.ts";
import { follow } from "../../../worker/cli/follow.ts";

/** The `Last-Event-ID` of each connection. */
const lastIds: (string | undefined)[] = [];
/** What each connection gets before it is cut. */
const STREAMS = ["retry: 2000\nid: 7\n\n", "retry: 2000\nid: 8\n\nevent: device\nid: a\ndata: {}\n\n"];
const server = createServer((request, response) => {
  const stream = STREAMS[lastIds.length];
  lastIds.push(request.headers["last-event-id"] as string | undefined);
  response.writeHead(stream === undefined ? 401 : 200, { "content-type": "text/event-stream" });
  response.end(stream ?? JSON.stringify({ detail: "This token has ended." }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

it("continues after an id without an event, and after the id of an event", async () => {
  const { port } = server.address() as AddressInfo;
  const api = new ApiClient({ url: `http://127.0.0.1:${port}`, token: null }, fetch);
  let lost = 0;
  const events = follow(api, { query: {} }, () => lost++);
  expect((await events.next()).value).toMatchObject({ event: "device", data: "{}" });
  await expect(events.next()).rejects.toThrow("This token has ended.");
  expect([lastIds, lost]).toEqual([[undefined, "7", "a"], 2]);
});
