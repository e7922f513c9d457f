/** The OpenAPI 3.1 document, made from the table of endpoints and the validating schemas. */

import type { z } from "zod";
import { WaitingOrder } from "./contract/approvals.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import { VERSION } from "./contract/version.ts";
import type { OpenApiDocument, Operation, Parameter } from "./reference/document.ts";
import { Components, type JsonSchema } from "./reference/document.ts";
import { PROBLEM_SCHEMAS, problemResponses } from "./reference/problems.ts";
import { THROTTLES, type ThrottleRule } from "./throttle/limits.ts";

export type { OpenApiDocument } from "./reference/document.ts";
export { referencePage } from "./reference/page.ts";

const DESCRIPTION = `JSON in and out, UTF-8. Times are ISO 8601 in UTC with milliseconds; ids are UUIDs; lists are bare arrays. \
Paths end in a slash; without it the answer is the same. A PUT keeps an optional field that its body leaves out.`;

/** The security schemes of a call. */
const SCHEMES: Record<Endpoint["access"], { name: string; words: string; scheme: object } | null> = {
  public: null,
  user: {
    name: "token",
    words:
      " A call for an account carries `Authorization: Token {token}`, with the token that login or register answered.",
    scheme: { type: "apiKey", in: "header", name: "Authorization", description: "`Token {token}`" },
  },
  token: {
    name: "bearer",
    words:
      " Where scopes are named, a token of the account (`POST /v0/tokens/`) that has them all does as well: `Authorization: Bearer {token}`.",
    scheme: { type: "http", scheme: "bearer", description: "A token of the account, beginning with `swt_`" },
  },
  operator: {
    name: "operator",
    words:
      " Every call carries `Authorization: Bearer {key}`, with a key of OPERATOR_KEYS, and is written into the audit log.",
    scheme: { type: "http", scheme: "bearer" },
  },
};

type Described = Omit<OpenApiDocument, "servers">;

/** Cached per table and isolate. */
const documents = new WeakMap<object, Described>();

/** `server` is the document's own URL; without it paths are relative. */
export function openapiDocument(
  endpoints: Readonly<Record<string, Endpoint>>,
  server = "/",
): OpenApiDocument {
  const known = documents.get(endpoints) ?? fromTable(endpoints);
  documents.set(endpoints, known);
  return { ...known, servers: [{ url: server }] };
}

function fromTable(endpoints: Readonly<Record<string, Endpoint>>): Described {
  const components = new Components();
  const paths: OpenApiDocument["paths"] = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const described = operation(name, endpoint, components);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described };
  }
  const tags = new Set(Object.values(endpoints).map((endpoint) => tagOf(endpoint.path)));
  const access = new Set(Object.values(endpoints).map((endpoint) => endpoint.access));
  const schemes = [...access].flatMap((each) => SCHEMES[each] ?? []);
  return {
    openapi: "3.1.0",
    info: {
      title: "Switchyard API",
      version: VERSION,
      description: schemes.reduce((text, { words }) => text + words, DESCRIPTION),
    },
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...components.schemas, ...PROBLEM_SCHEMAS },
      securitySchemes: Object.fromEntries(schemes.map(({ name, scheme }) => [name, scheme])),
    },
  };
}

function operation(name: string, endpoint: Endpoint, components: Components): Operation {
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint, components)];
  return {
    operationId: name,
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    ...(endpoint.throttle === undefined ? {} : { description: throttleWords(THROTTLES[endpoint.throttle]) }),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.request === undefined ? {} : { requestBody: requestBody(endpoint.request, components) }),
    ...(endpoint.takesBytes && { requestBody: BYTES[endpoint.takesBytes] }),
    responses: { ...successes(endpoint, components), ...problemResponses(endpoint) },
  };
}

/** Bodies that a route reads as bytes. */
const BYTES = {
  "*/*": { required: false, content: { "*/*": { schema: {}, example: "on" } } },
  "application/json": {
    required: true,
    content: { "application/json": { schema: {}, example: { temperature: 21.5 } } },
  },
  "text/csv": {
    required: true,
    content: {
      "text/csv": { schema: { type: "string" }, example: "at,value\r\n2026-11-22T13:00:00.000Z,21.5\r\n" },
    },
  },
} as const satisfies Record<NonNullable<Endpoint["takesBytes"]>, unknown>;

/** A session may do everything that a token may. OpenAPI 3.1 allows scopes with every scheme. */
function securityOf({ access, scopes = [], messages }: Endpoint): Operation["security"] {
  const [scheme, session] = [SCHEMES[access], SCHEMES.user];
  if (scheme === null || session === null) return [];
  if (access !== "token") return [{ [scheme.name]: [] }];
  const needed = messages === undefined ? [...scopes] : [`${messages}:{filter}`];
  return [{ [session.name]: [] }, { [scheme.name]: needed }];
}

function requestBody(schema: z.ZodType, components: Components): NonNullable<Operation["requestBody"]> {
  const reference = components.add(schema, "input");
  const named = components.schemas[reference.$ref?.split("/").at(-1) ?? ""] ?? reference;
  return {
    required: true,
    content: { "application/json": { schema: reference, example: exampleOf(named) } },
  };
}

function successes(endpoint: Endpoint, components: Components): Operation["responses"] {
  const statuses = [endpoint.status, ...(endpoint.also === undefined ? [] : [endpoint.also])];
  const answers: Operation["responses"] = Object.fromEntries(
    statuses.map((status) => [
      String(status),
      status === 304
        ? { description: "As the caller has it, by If-None-Match." }
        : success(endpoint, components),
    ]),
  );
  return endpoint.mayWait ? { ...answers, "202": waiting(answers["202"], components) } : answers;
}

/** The device asks its owner about the caller. `otherwise`: what a 202 is for other callers. */
function waiting(
  otherwise: Operation["responses"][string] | undefined,
  components: Components,
): Operation["responses"][string] {
  const order = components.add(WaitingOrder, "output");
  const also = otherwise?.content?.["application/json"]?.schema;
  return {
    description: "The device asks its owner about this caller: nothing was sent yet.",
    content: { "application/json": { schema: also === undefined ? order : { anyOf: [also, order] } } },
  };
}

function success(endpoint: Endpoint, components: Components): Operation["responses"][string] {
  const { response, status, csv, media = csv ? ["text/csv"] : [] } = endpoint;
  if (response === null && media.length === 0) return { description: "Done." };
  return {
    description: status === 201 ? "Made." : "The answer.",
    content: {
      ...(response && { "application/json": { schema: components.add(response, "output") } }),
      ...Object.fromEntries(media.map((type) => [type, { schema: { type: "string" } }])),
    },
  };
}

function pathParameters(endpoint: Endpoint): Parameter[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", ...(name !== "topic" && { format: "uuid" }) },
    ...(name === "topic" && {
      description: "The rest of the path: levels separated by `/`, each percent-encoded; in root view.",
    }),
  }));
}

function queryParameters(endpoint: Endpoint, components: Components): Parameter[] {
  if (endpoint.query === undefined) return [];
  const { properties = {}, required = [] } = components.add(endpoint.query, "input");
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: typeof schema === "boolean" ? {} : schema,
  }));
}

/** Tags, by the beginning of the path after `/v0/`. */
const TAGS: readonly [tag: string, path: RegExp][] = [
  ["Account", /^(users|verify-email|undo-email)/],
  ["API keys", /^api-keys/],
  ["Tokens", /^(tokens|scopes)/],
  ["Channels", /^mqtt.channels/],
  ["Credentials", /^mqtt.credentials/],
  ["Settings", /^mqtt.settings/],
  ["Clients", /^mqtt.clients/],
  ["Refusals", /^mqtt.log/],
  ["Messages", /^messages/],
  ["Devices", /^device/],
  ["Events", /^events/],
  ["Values", /^values/],
  ["Accounts", /^operator.accounts/],
  ["Waitlist", /^operator.waitlist/],
  ["Operators", /^operator/],
  ["Service", /^(health|broker|count)/],
];

const tagOf = (path: string) =>
  TAGS.find(([, beginning]) => beginning.test(path.slice(4)))?.[0] ?? "Signing in";

const COUNTED_BY: Record<ThrottleRule["by"], string> = {
  pair: "e-mail address from one network address",
  email: "e-mail address",
  address: "network address",
  network: "network (an IPv4 address, the /48 of an IPv6 one)",
  account: "account",
  name: "name",
};

function throttleWords(rules: readonly ThrottleRule[]): string {
  const each = rules.map(
    ({ by, limit, windowMs }) =>
      `${limit} calls ${windowMs === 60_000 ? "a minute" : "an hour"} and ${COUNTED_BY[by]}`,
  );
  return `At most ${each.join(", and ")}.`;
}

/** Makes a valid value of the required fields. A schema's own example goes before one by its type. */
function exampleOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === "boolean") return "…";
  const { examples, enum: choices, type, minimum, format, properties = {}, required = [] } = schema;
  const example = (examples ?? choices)?.[0];
  if (example !== undefined) return example;
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
  if (type === "array") return [];
  if (type === "boolean") return true;
  if (type === "integer") return minimum;
  return format === "email" ? "ada@example.com" : "…";
}
