/** The error responses of an endpoint: implied by its access, body and throttle. */

import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonSchema, Operation } from "./document.ts";

/** Where the schemas of problems stand. */
export const PROBLEM_SCHEMAS: Record<string, JsonSchema> = {
  Problem: {
    type: "object",
    description: "A sentence; with the id of the request where the fault is the server's.",
    properties: { detail: { type: "string" }, request_id: { type: "string" } },
    required: ["detail"],
  },
  FieldErrors: {
    type: "object",
    description: "Sentences by field; what belongs to no field stands under `non_field_errors`.",
    properties: {
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    },
    required: ["errors"],
  },
};

const PROBLEM = { $ref: "#/components/schemas/Problem" };
const INVALID = { anyOf: [{ $ref: "#/components/schemas/FieldErrors" }, PROBLEM] };

const WORDS: Record<number, string> = {
  400: "The input is not valid.",
  401: "No token, or one that is not valid.",
  403: "Not allowed.",
  404: "It does not exist, or belongs to another account.",
  405: "The path has no such method.",
  406: "The caller does not take JSON.",
  409: "The e-mail address is taken.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  429: "Too many calls: wait as long as the answer says.",
  500: "A fault of the server.",
  503: "A part that this call needs does not answer. Nothing was changed, unless the sentence says otherwise.",
  504: "No reply in time: how many readers the message was sent to, and how many acknowledged it.",
};

/** An invalid token is refused as RFC 6750 says, everything else like a session. */
const OWN = ["Token", 'Bearer error="invalid_token"'];
const CHALLENGES: Record<Endpoint["access"], string[]> = {
  public: [],
  user: OWN,
  token: OWN,
  operator: ["Bearer"],
};

const HEADERS: Record<number, Record<string, unknown>> = {
  405: { Allow: { schema: { type: "string" } } },
  429: {
    "Retry-After": { description: "Seconds after which the call passes.", schema: { type: "integer" } },
  },
};

export function problemResponses(endpoint: Endpoint): Operation["responses"] {
  const statuses = [...statusesOf(endpoint)].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [String(status), problemResponse(status, endpoint)]));
}

function statusesOf(endpoint: Endpoint): Set<number> {
  const statuses = new Set<number>([405, 406, 500, 503, ...(endpoint.problems ?? [])]);
  const add = (...more: number[]) => more.forEach((status) => void statuses.add(status));
  if (endpoint.access !== "public") add(401);
  if (endpoint.access === "user" || endpoint.access === "token") add(400, 403);
  if (endpoint.access === "operator") add(429);
  if (endpoint.path.includes("{id}")) add(404);
  if (endpoint.query !== undefined) add(400);
  if (endpoint.request !== undefined) add(400, 413, 415);
  if ((endpoint.method === "POST" || endpoint.method === "PUT") && endpoint.takesBytes !== "*/*")
    add(413, 415);
  if (endpoint.throttle !== undefined) add(429);
  return statuses;
}

function problemResponse(status: number, { access }: Endpoint) {
  const challenge = { "WWW-Authenticate": { schema: { type: "string", enum: CHALLENGES[access] } } };
  const headers = status === 401 ? challenge : HEADERS[status];
  return {
    description: WORDS[status] ?? "A problem.",
    ...(headers === undefined ? {} : { headers }),
    content: { "application/json": { schema: status === 400 ? INVALID : PROBLEM } },
  };
}
