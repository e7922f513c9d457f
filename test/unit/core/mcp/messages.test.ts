/** Every message to `/mcp`, however malformed, is answered in JSON-RPC with the id that it gave. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonIn, messageIn, refusal, respond } from "../../../../worker/mcp/protocol.ts";

const CURRENT = "2026-07-28";
const META = "io.modelcontextprotocol/";
const tools = {
  list: () => [{ name: "list_devices" }],
  call: async (name: string) => (name === "list_devices" ? { content: [] } : null),
};

interface Answer {
  status: number;
  body: { id?: unknown; result?: Record<string, unknown>; error?: { code: number } } | null;
}

async function answerTo(text: string, headers: Record<string, string> = {}): Promise<Answer> {
  const json = jsonIn(new TextEncoder().encode(text));
  const message = "error" in json ? json : messageIn(json.value);
  const response =
    "error" in message ? refusal(400, message) : await respond(new Headers(headers), message, tools);
  const body = await response.text();
  return { status: response.status, body: body === "" ? null : JSON.parse(body) };
}

const request = (method: string, params?: unknown, id: unknown = 7) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const _meta = { [`${META}protocolVersion`]: CURRENT, [`${META}clientCapabilities`]: {} };
const clientInfo = { name: "client", version: "1" };

const REQUESTS: unknown[] = [
  request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }),
  request("ping"),
  request("tools/list", {}),
  request("tools/call", { name: "list_devices", arguments: { offset: 0 } }),
  request("tools/call", { name: "list_devices", arguments: {}, _meta }),
  request("server/discover", { _meta }),
  request("notifications/initialized", undefined, undefined),
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Paths of all values in a message. */
const pathsOf = (value: unknown, path: string[] = []): string[][] => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))
    : []),
];

function withValueAt(message: unknown, path: string[], value: Json | undefined): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const parent = message as Record<string, unknown>;
  return { ...parent, [key]: withValueAt(parent[key], rest, value) };
}

const deep = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom("[", '{"a":'))
  .map(([depth, open]) => `${open.repeat(depth)}1${(open === "[" ? "]" : "}").repeat(depth)}`);

const mutated = fc
  .constantFrom(...REQUESTS)
  .chain((message) =>
    fc.tuple(fc.constant(message), fc.constantFrom(...pathsOf(message)), fc.option(fc.jsonValue())),
  )
  .map(([message, path, value]) => withValueAt(message, path, (value ?? undefined) as Json));

const HEADERS = fc.record(
  {
    "MCP-Protocol-Version": fc.constantFrom(CURRENT, "2025-11-25", "2025-03-26", "1999-01-01", "x"),
    "Mcp-Method": fc.constantFrom("tools/call", "server/discover", "x"),
    "Mcp-Name": fc.constantFrom("list_devices", "x"),
  },
  { requiredKeys: [] },
);

const isId = (id: unknown) => typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id));

function checkAnswer(sent: unknown, { status, body }: Answer): void {
  expect(status).toBeLessThan(500);
  expect(body === null).toBe(status === 202);
  if (body === null) return;
  expect(body).toMatchObject({ jsonrpc: "2.0" });
  expect(Number(body?.result !== undefined) + Number(body?.error !== undefined)).toBe(1);
  const fields = typeof sent === "object" && !Array.isArray(sent) ? sent : null;
  const { id } = (fields ?? {}) as { id?: unknown };
  if (isId(id)) expect(body?.id).toBe(JSON.parse(JSON.stringify(id)));
  else if (typeof id !== "number") expect(body?.id).toBeNull();
}

describe("a message to /mcp", () => {
  test("with any part replaced or left out has an answer with its id, and no 500 [T390]", async () => {
    await fc.assert(
      fc.asyncProperty(mutated, HEADERS, async (message, headers) => {
        const text = JSON.stringify(message) ?? "";
        checkAnswer(text === "" ? null : JSON.parse(text), await answerTo(text, headers));
      }),
      { numRuns: 2000 },
    );
  });

  test("nested deeply at any place has an answer with its id", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("params", "_meta", "name", "version", "id", "args"),
        deep,
        async (place, json) => {
          const params: Record<string, string> = {
            params: json,
            _meta: `{"_meta":${json}}`,
            name: `{"name":${json}}`,
            id: "{}",
            version: `{"_meta":{"${META}protocolVersion":${json}}}`,
            args: `{"name":"list_devices","arguments":{"a":${json}}}`,
          };
          const id = place === "id" ? json : "7";
          const text = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params[place]}}`;
          const { status, body } = await answerTo(text, { "MCP-Protocol-Version": CURRENT });
          expect([status < 500, body?.id]).toEqual([true, place === "id" ? null : 7]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test.each([
    ["no JSON", "{", null, -32700],
    ["nothing", "", null, -32700],
    ["a batch", JSON.stringify([REQUESTS[1], REQUESTS[2]]), null, -32600],
    ["an id of null", JSON.stringify(request("ping", {}, null)), null, -32600],
    ["an id of true", JSON.stringify(request("ping", {}, true)), null, -32600],
    ["an id that is no JSON number", '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', null, -32600],
    ["another version", JSON.stringify({ ...(REQUESTS[1] as object), jsonrpc: "1.0" }), 7, -32600],
    ["no method", JSON.stringify({ jsonrpc: "2.0", id: "a" }), "a", -32600],
    ["a method that is a list", JSON.stringify({ ...request("x"), method: ["ping"] }), 7, -32600],
    ["an unknown method", JSON.stringify(request("resources/list")), 7, -32601],
    ["params that are a list", JSON.stringify(request("ping", [])), 7, -32602],
    ["params of null", JSON.stringify(request("ping", null)), 7, -32602],
    ["a tool without a name", JSON.stringify(request("tools/call", {})), 7, -32602],
    ["an unknown tool", JSON.stringify(request("tools/call", { name: "x" })), 7, -32602],
    [
      "arguments that are a text",
      JSON.stringify(request("tools/call", { name: "x", arguments: "" })),
      7,
      -32602,
    ],
    ["no revision in initialize", JSON.stringify(request("initialize", {})), 7, -32602],
  ])("%s is an error with a code", async (_, text, id, code) => {
    const { body } = await answerTo(text);
    expect([body?.id, body?.error?.code]).toEqual([id, code]);
  });

  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    // it has batches
    ["2025-03-26", "2025-06-18"],
    // it has another transport
    ["2024-11-05", "2025-06-18"],
    ["2031-01-01", "2025-11-25"],
    ["newest", "2025-11-25"],
  ])("that asks for revision %s is granted %s", async (asked, granted) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo };
    const { body } = await answerTo(JSON.stringify(request("initialize", params)));
    expect(body?.result?.protocolVersion).toBe(granted);
  });

  test("of a revision that is not granted is refused", async () => {
    for (const revision of ["2025-03-26", "2024-11-05"]) {
      const { status, body } = await answerTo(JSON.stringify(request("ping")), {
        "MCP-Protocol-Version": revision,
      });
      expect([status, body?.error?.code]).toEqual([400, -32022]);
    }
  });
});
