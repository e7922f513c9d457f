/** `POST /mcp`: authenticates and counts a request of an assistant, and offers the tools that its token may use. */

import * as z from "zod";
import type { IncomingCall } from "../api/call.ts";
import { readBody, validate } from "../api/input.ts";
import { sessionOf } from "../auth/guard.ts";
import type { CallerScopes } from "../contract/token.ts";
import { settings } from "../env.ts";
import {
  ApiError,
  bearerMissing,
  foreignOrigin,
  methodNotAllowed,
  missingScope,
  throttled,
} from "../errors.ts";
import { isOwnPage } from "../hosts.ts";
import { count } from "../throttle/check.ts";
import { type Api, apiFor, sentenceOf } from "./api.ts";
import { respond, type Tools } from "./protocol.ts";
import { type AssistantTool, missingFor, TOOLS } from "./tools.ts";

export async function mcp(incoming: IncomingCall): Promise<Response> {
  const { request, env } = incoming;
  const origin = request.headers.get("Origin");
  if (origin !== null && !isOwnPage(settings(env).hosts, origin)) throw foreignOrigin();
  if (request.method !== "POST") throw methodNotAllowed(request.method, "POST");
  const authorization = request.headers.get("Authorization");
  if (authorization === null) throw bearerMissing();
  const api = apiFor(incoming);
  const { answer: caller } = await api("readScopes");
  const { tokenHash } = sessionOf(authorization, Date.now());
  const { wait } = await count(env, "mcp", [{ name: tokenHash }]);
  if (wait !== null) throw throttled(wait);
  const body = await readBody(request);
  if ("error" in body) throw body.error;
  return respond(request.headers, body.value, toolsFor(caller, api));
}

const toolsFor = ({ token, scopes }: CallerScopes, api: Api): Tools => ({
  list: () => TOOLS.filter((tool) => missingFor(tool, scopes) === null).map(described),
  async call(name, args) {
    const tool = TOOLS.find((each) => each.name === name);
    if (tool === undefined) return null;
    const missing = missingFor(tool, scopes);
    if (missing !== null) throw missingScope(token ?? "", missing);
    return run(tool, args, api);
  },
});

const described = ({ name, title, description, input, changes }: AssistantTool) => ({
  ...{ name, title, description, inputSchema: z.toJSONSchema(input, { io: "input" }) },
  annotations: { readOnlyHint: !changes, destructiveHint: changes === true, openWorldHint: false },
});

/** An assistant reads why a call failed, and can correct it. */
async function run(tool: AssistantTool, args: unknown, api: Api) {
  try {
    const checked = validate(tool.input, args);
    if ("error" in checked) throw checked.error;
    const structuredContent = asData(await tool.run(checked.value as never, api));
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    // logged as of any call
    if (!(error instanceof ApiError)) throw error;
    return { isError: true, content: [{ type: "text", text: sentenceOf(error) }] };
  }
}

/** Longer texts are cut. Characters. */
const MAX_TEXT = 200;

/** Cuts every text of an answer: names, topics and payloads are written by devices and other people. */
const asData = (answer: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, cut(value)]));

function cut(value: unknown): unknown {
  if (typeof value === "string") {
    // a cut may part a surrogate pair
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value;
  }
  if (Array.isArray(value)) return value.map(cut);
  return typeof value === "object" && value !== null ? asData(value) : value;
}
