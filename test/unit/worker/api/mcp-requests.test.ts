/** Requests to `/mcp` by hand, as older and wrong clients send them. */

import { beforeAll, describe, expect, test } from "vitest";
import { assistant, newHome, READ, READING } from "./assistant.ts";
import { api, apiWith } from "./client.ts";

let home: Awaited<ReturnType<typeof newHome>>;
let lamp: string;
beforeAll(async () => {
  home = await newHome();
  lamp = home.lamp;
});

const META = "io.modelcontextprotocol/";
const REVISION = `${META}protocolVersion`;
const CURRENT = "2026-07-28";
const JSON_RPC = { jsonrpc: "2.0", id: 1 };
const ACCEPT = { Accept: "application/json, text/event-stream" };

/** A request by hand, as of a client before revision 2026-07-28. */
const post = (
  token: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
  through = api,
) => through("POST /mcp", body, { token, headers: { ...ACCEPT, ...headers } });
const LIST = { ...JSON_RPC, method: "tools/list" };
const calling = (name: string, args: unknown) => ({
  ...JSON_RPC,
  method: "tools/call",
  params: { name, arguments: args },
});
describe("a request by hand", () => {
  let token: string;
  beforeAll(async () => {
    token = await home.tokenWith(...READ);
  });

  test.each(["2025-06-18", "2025-11-25"])(
    "of revision %s is served, with and without the header of the revision",
    async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } };
      const started = await post(token, { ...JSON_RPC, method: "initialize", params });
      expect(started.body.result).toMatchObject({
        protocolVersion,
        serverInfo: { name: "switchyard" },
      });
      expect(started.headers.get("Mcp-Session-Id")).toBeNull();
      const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
      expect((await post(token, initialized)).status).toBe(202);
      for (const headers of [{}, { "MCP-Protocol-Version": protocolVersion }]) {
        expect((await post(token, LIST, headers)).body.result.tools).toHaveLength(READING.length);
      }
    },
  );

  test.each([
    ["the right headers", {}, {}, 200, undefined],
    ["no method in the headers", { "Mcp-Method": "" }, {}, 400, -32020],
    ["another tool in the headers", { "Mcp-Name": "switch_device" }, {}, 400, -32020],
    ["another revision in the headers", { "MCP-Protocol-Version": "2025-11-25" }, {}, 400, -32020],
    ["another revision in the body", {}, { [REVISION]: "2025-11-25" }, 400, -32020],
    [
      "an unknown revision",
      { "MCP-Protocol-Version": "2030-01-01" },
      { [REVISION]: "2030-01-01" },
      400,
      -32022,
    ],
    ["no revision in the body", {}, { [REVISION]: undefined }, 400, -32602],
    ["no capabilities of the client", {}, { [`${META}clientCapabilities`]: undefined }, 400, -32602],
  ])("of revision 2026-07-28 with %s", async (_, headers, meta, status, code) => {
    const named = { "MCP-Protocol-Version": CURRENT, "Mcp-Method": "tools/call", "Mcp-Name": "why_refused" };
    const _meta = { [REVISION]: CURRENT, [`${META}clientCapabilities`]: {}, ...meta };
    const params = { name: "why_refused", _meta };
    const body = { ...JSON_RPC, method: "tools/call", params };
    const answer = await post(token, body, { ...named, ...headers });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  test("for a method that its revision does not have is refused", async () => {
    const unknown = await post(token, { ...JSON_RPC, method: "server/discover" });
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    const _meta = { [REVISION]: CURRENT, [`${META}clientCapabilities`]: {} };
    const headers = { "MCP-Protocol-Version": CURRENT, "Mcp-Method": "initialize" };
    const late = await post(token, { ...JSON_RPC, method: "initialize", params: { _meta } }, headers);
    expect([late.status, late.body.error.code]).toEqual([404, -32601]);
    const made = await post(token, LIST, { "MCP-Protocol-Version": "1999-01-01" });
    expect([made.status, made.body.error.code]).toEqual([400, -32022]);
    expect((await post(token, { ...JSON_RPC, method: "ping" })).body.result).toEqual({});
  });

  test("is 401 without a valid token, in the words of RFC 6750", async () => {
    const none = await post(undefined, LIST);
    expect([none.status, none.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    const wrong = await post(`${token.slice(0, -1)}_`, LIST);
    expect([wrong.status, wrong.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect((await api("GET /.well-known/oauth-protected-resource/mcp")).status).toBe(404);
  });

  test("names the scope that its token lacks", async () => {
    for (const [tool, scope] of [
      ["switch_device", "devices:switch"],
      ["publish_message", "messages:publish"],
    ]) {
      const { status, body } = await post(token, calling(tool ?? "", {}));
      const message = `The token "assistant" lacks the scope ${scope}.`;
      expect([status, body]).toEqual([
        403,
        { ...JSON_RPC, error: { code: -32000, message, data: { status: 403 } } },
      ]);
    }
    const narrow = await home.tokenWith(`devices:switch:${crypto.randomUUID()}`, "messages:publish:a/#");
    const { use } = await assistant(narrow);
    const refused = await use("switch_device", { device_id: lamp, state: "on" });
    expect(refused.content[0]?.text).toBe('The token "assistant" lacks the scope devices:switch.');
    const elsewhere = await use("publish_message", { topic: "b", payload: "" });
    expect(elsewhere).toMatchObject({
      isError: true,
      content: [{ text: 'The token "assistant" lacks the scope messages:publish:b.' }],
    });
  });

  test("with an unknown tool, wrong arguments or an unknown device is an error that names them", async () => {
    const { client, use } = await assistant(token);
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toThrow(/no_such_tool/);
    for (const [name, args, words] of [
      ["device_status", { device_id: "lamp" }, /device_id/],
      ["device_status", { device_id: lamp, command: "on" }, /command/],
      ["device_status", { device_id: crypto.randomUUID() }, /Not found/],
      ["list_events", { from: "yesterday" }, /from/],
      ["list_events", { before: "nonsense" }, /before: Invalid cursor/],
      [
        "read_series",
        { device_id: lamp, key: "a", from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
        /to:/,
      ],
    ] as const) {
      const { isError, content } = await use(name, args);
      expect([name, isError, content[0]?.text]).toEqual([name, true, expect.stringMatching(words)]);
    }
  });

  test("of another form is refused: batch, method, size, type, JSON, origin", async () => {
    const send = async (body: unknown, headers = {}) => (await post(token, body, headers)).status;
    expect(await send([LIST, LIST])).toBe(400);
    expect(await send({ ...LIST, params: "x".repeat(70_000) })).toBe(413);
    expect(await send(LIST, { "Content-Type": "text/plain" })).toBe(415);
    const typed = await post(token, LIST, { "Content-Type": "text/plain" });
    expect(typed.body).toMatchObject({
      ...JSON_RPC,
      error: { message: expect.stringContaining("text/plain") },
    });
    expect((await post(token, [LIST])).body).toMatchObject({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32600 },
    });
    expect(await send({ hello: "world" })).toBe(400);
    expect(await send(LIST, { Origin: "https://evil.example" })).toBe(403);
    expect(await send(LIST, { Origin: "http://api.test" })).toBe(200);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await api(`${method} /mcp`, undefined, { token, headers: ACCEPT });
      expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
    }
  });

  test("is one of 60 a minute for its account, whatever its token; the refusal has its id", async () => {
    const limited = apiWith({ THROTTLE: "on" });
    const tokens = [await home.tokenWith(...READ), await home.tokenWith(...READ)];
    const statuses: number[] = [];
    for (let n = 0; n < 60; n++) statuses.push((await post(tokens[n % 2], LIST, {}, limited)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const token of tokens) {
      const { status, headers, body } = await post(token, LIST, {}, limited);
      expect([status, Number(headers.get("Retry-After")) > 0]).toEqual([429, true]);
      expect(body).toMatchObject({ ...JSON_RPC, error: { message: expect.stringMatching(/throttled/) } });
    }
    const stranger = await newHome();
    expect((await post(await stranger.tokenWith(...READ), LIST, {}, limited)).status).toBe(200);
  });
});
