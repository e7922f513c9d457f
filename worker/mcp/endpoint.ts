/** `POST /mcp`: authenticates and counts a request of an assistant, and offers the tools that its token may use. */

import { toApiError } from "../api/answer.ts";
import type { IncomingCall } from "../api/call.ts";
import { isJson, orError, readBytes, validate } from "../api/input.ts";
import { withFailuresCounted } from "../auth/failed-callers.ts";
import { sessionOf } from "../auth/guard.ts";
import { APP_SCOPE_NAMES, offeredFor } from "../contract/app-scopes.ts";
import { MAX_BODY_BYTES } from "../contract/limits.ts";
import type { CallerScopes } from "../contract/tokens.ts";
import { type Env, settings } from "../env.ts";
import {
  ApiError,
  appLacksScope,
  bearerMissing,
  bodyTooLarge,
  foreignOrigin,
  methodNotAllowed,
  missingScope,
  notForGuests,
  notJson,
  throttled,
} from "../errors.ts";
import { isOwnPage } from "../hosts.ts";
import { challenge, oauthAddresses } from "../oauth/addresses.ts";
import { count } from "../throttle/check.ts";
import { type Api, apiFor, sentenceOf, Waits } from "./api.ts";
import {
  type Failure,
  jsonIn,
  type McpMessage,
  type MessageId,
  messageIn,
  refusal,
  respond,
  type Tools,
} from "./protocol.ts";
import { type AssistantTool, inputSchemaOf, missingFor, outputSchemaOf } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/** A refusal for want of a login or a scope names where to get it (RFC 9728, 5.1; RFC 6750, 3.1). */
export async function mcp(incoming: IncomingCall): Promise<Response> {
  try {
    return await answerTo(incoming);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw challenged(incoming, error);
    throw error;
  }
}

/** An app reads from it which scopes to ask for: all that a tool may need; the person chooses. */
function challenged({ env, url, request }: IncomingCall, error: ApiError): ApiError {
  const addresses = oauthAddresses(env, url);
  if (addresses === null) return error;
  const isWrong = request.headers.has("Authorization");
  const value = challenge(addresses, { ...(isWrong && { error: "invalid_token" }), scopes: APP_SCOPE_NAMES });
  return new ApiError(401, error.body, { ...error.headers, "WWW-Authenticate": value });
}

/** The scopes that the caller has, and the missing one: an earlier client asks for exactly these. */
function withScope(
  { env, url }: IncomingCall,
  scopes: readonly string[],
  missing: string,
): ApiError["headers"] {
  const addresses = oauthAddresses(env, url);
  const all = new Set([...scopes, missing].map((each) => offeredFor(each) ?? offeredFor(`${each}:#`)));
  const named = APP_SCOPE_NAMES.filter((each) => all.has(each));
  return addresses === null || named.length === 0
    ? {}
    : { "WWW-Authenticate": challenge(addresses, { error: "insufficient_scope", scopes: named }) };
}

async function answerTo(incoming: IncomingCall): Promise<Response> {
  const { request, env } = incoming;
  const origin = request.headers.get("Origin");
  if (origin !== null && !isOwnPage(settings(env).hosts, origin)) throw foreignOrigin();
  if (request.method !== "POST") throw methodNotAllowed(request.method, "POST");
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return withFailuresCounted(incoming, () => Promise.reject(bearerMissing()));
  const api = apiFor(incoming);
  const { answer: caller } = await api("readScopes");
  if (caller.guest) throw notForGuests();
  const { tokenHash, userId } = sessionOf(authorization, Date.now());
  // a session of an old form names no account
  const account = userId ?? tokenHash;
  const { wait } = await count(env, "mcp", [{ account }]);
  const body = await readMessage(request, env, account);
  if (wait !== null) return refused(throttled(wait), "id" in body ? body.id : null);
  if ("refused" in body) return refused(body.refused, body.id);
  if ("error" in body) return refusal(400, body);
  try {
    return await respond(request.headers, body, toolsFor(caller, api, incoming));
  } catch (error) {
    const expected = toApiError(error);
    // an error of ours is logged as of any call
    if (expected.status === 500) throw error;
    return refused(expected, body.id);
  }
}

/** Reads the message of a known caller. Its id is read as far as possible, also where the request is refused. */
async function readMessage(
  request: Request,
  env: Env,
  holder: string,
): Promise<McpMessage | Failure | { id: MessageId | null; refused: ApiError }> {
  const bytes = await orError(readBytes(request, { env, holder, max: MAX_BODY_BYTES }));
  if (bytes instanceof ApiError) return { id: null, refused: bytes };
  if (bytes === null) return { id: null, refused: bodyTooLarge(MAX_BODY_BYTES) };
  const json = jsonIn(bytes);
  const message = "error" in json ? json : messageIn(json.value);
  const type = request.headers.get("Content-Type") ?? "";
  return isJson(type) ? message : { id: message.id ?? null, refused: notJson(type) };
}

/** A refusal of the API as JSON-RPC, with its status and headers. */
function refused(error: ApiError, id: MessageId | null | undefined): Response {
  const fault = { code: -32000, message: sentenceOf(error), data: { status: error.status } };
  return refusal(error.status, { id: id ?? null, error: fault }, error.headers);
}

/** An app sees every tool: a call without its scope leads to the page that asks for it. */
const toolsFor = ({ token, scopes, app }: CallerScopes, api: Api, incoming: IncomingCall): Tools => ({
  list: () => TOOLS.filter((tool) => app || missingFor(tool, scopes) === null).map(described),
  async call(name, args) {
    const tool = TOOLS.find((each) => each.name === name);
    if (tool === undefined) return null;
    const missing = missingFor(tool, scopes);
    if (missing !== null) {
      const lacks = app ? appLacksScope : missingScope;
      throw lacks(token ?? "", missing, withScope(incoming, scopes, missing));
    }
    return run(tool, args, api);
  },
});

const described = ({ name, title, description, input, output, changes, isIdempotent }: AssistantTool) => ({
  name,
  title,
  description,
  inputSchema: inputSchemaOf(input),
  outputSchema: outputSchemaOf(output),
  annotations: {
    readOnlyHint: !changes,
    destructiveHint: changes === true,
    idempotentHint: !changes || isIdempotent === true,
    openWorldHint: false,
  },
});

/** An assistant reads why a call failed, and can correct it. */
async function run(tool: AssistantTool, args: unknown, api: Api) {
  try {
    const checked = validate(tool.input, args);
    if ("error" in checked) throw checked.error;
    const structuredContent = asData(await orWaiting(tool.run(checked.value as never, api)));
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (error) {
    // logged as of any call
    if (!(error instanceof ApiError)) throw error;
    return { isError: true, content: [{ type: "text", text: sentenceOf(error) }] };
  }
}

const WAITING_NOTE =
  "Nothing was sent yet: a person is asked first. Ask approval_status with this approval, and do not order it again.";

/** An order that waits is no error: the assistant reads where to look. */
const orWaiting = (answer: Promise<object>): Promise<object> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof Waits)) throw error;
    return { ...error.order, note: WAITING_NOTE };
  });

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
