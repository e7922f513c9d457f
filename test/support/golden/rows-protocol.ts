/** What holds for every call whatever it is about: who may, which method, which body, which address. */

import { VERSION } from "../../../worker/contract/version.ts";
import type { As, Row } from "./row.ts";

interface Place {
  path: string;
  as: As;
  /** As the `Allow` header lists them. */
  allow: string;
  /** Calls that take a body. */
  bodies?: readonly string[];
}

const PLACES: readonly Place[] = [
  { path: "/v0/health/", as: "nobody", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/broker/", as: "nobody", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/count/users/", as: "nobody", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/register/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/login/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/forgot-password/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/validate-reset-token/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/reset-password/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/verify-email/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/undo-email/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/waitlist_entries/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/logout/", as: "owner", allow: "POST, OPTIONS" },
  { path: "/v0/users/", as: "owner", allow: "GET, PUT, DELETE, HEAD, OPTIONS", bodies: ["PUT", "DELETE"] },
  { path: "/v0/users/verification/", as: "owner", allow: "POST, OPTIONS" },
  { path: "/v0/api-keys/", as: "owner", allow: "GET, POST, HEAD, OPTIONS" },
  { path: "/v0/api-keys/{key}/", as: "owner", allow: "DELETE, OPTIONS" },
  { path: "/v0/mqtt/channels/", as: "owner", allow: "GET, POST, HEAD, OPTIONS", bodies: ["POST"] },
  { path: "/v0/mqtt/channels/{channel}/", as: "owner", allow: "PUT, DELETE, OPTIONS", bodies: ["PUT"] },
  { path: "/v0/mqtt/credentials/", as: "owner", allow: "GET, POST, HEAD, OPTIONS", bodies: ["POST"] },
  { path: "/v0/mqtt/credentials/{credential}/", as: "owner", allow: "PUT, DELETE, OPTIONS", bodies: ["PUT"] },
  {
    path: "/v0/mqtt/credentials/{credential}/rotate/",
    as: "owner",
    allow: "POST, OPTIONS",
    bodies: ["POST"],
  },
  { path: "/v0/mqtt/settings/", as: "owner", allow: "GET, PUT, HEAD, OPTIONS", bodies: ["PUT"] },
  { path: "/v0/devices/on-off/", as: "owner", allow: "GET, POST, HEAD, OPTIONS", bodies: ["POST"] },
  {
    path: "/v0/devices/on-off/{device}/",
    as: "owner",
    allow: "GET, PUT, DELETE, HEAD, OPTIONS",
    bodies: ["PUT"],
  },
  { path: "/v0/devices/found/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/devices/found/{device}/adopt/", as: "owner", allow: "POST, OPTIONS" },
  { path: "/v0/devices/on-off/{device}/connections/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/devices/on-off/{device}/switch/", as: "owner", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/devices/on-off/{device}/values/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/devices/on-off/{device}/series/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/mqtt/channels/{channel}/values/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/mqtt/channels/{channel}/series/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/mqtt/clients/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/mqtt/clients/{random}/", as: "owner", allow: "DELETE, OPTIONS" },
  { path: "/v0/devices/on-off/{device}/link/", as: "owner", allow: "POST, DELETE, OPTIONS" },
  {
    path: "/v0/devices/on-off/{device}/schedules/",
    as: "owner",
    allow: "GET, POST, HEAD, OPTIONS",
    bodies: ["POST"],
  },
  {
    path: "/v0/devices/on-off/{device}/schedules/preview/",
    as: "owner",
    allow: "POST, OPTIONS",
    bodies: ["POST"],
  },
  {
    path: "/v0/devices/on-off/{device}/schedules/{schedule}/",
    as: "owner",
    allow: "PUT, DELETE, OPTIONS",
    bodies: ["PUT"],
  },
  {
    path: "/v0/devices/on-off/{device}/schedules/{schedule}/runs/",
    as: "owner",
    allow: "GET, HEAD, OPTIONS",
  },
  { path: "/v0/device-link/", as: "nobody", allow: "POST, OPTIONS", bodies: ["POST"] },
  { path: "/v0/mqtt/log/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/mqtt/log/{random}/fix/", as: "owner", allow: "POST, OPTIONS" },
  { path: "/v0/events/devices/on-off/counts/", as: "owner", allow: "GET, HEAD, OPTIONS" },
  { path: "/v0/events/devices/on-off/", as: "owner", allow: "GET, HEAD, OPTIONS" },
];

const methodsOf = (place: Place) =>
  place.allow.split(", ").filter((method) => method !== "OPTIONS" && method !== "HEAD");

const wrongMethods = PLACES.flatMap((place) =>
  ["GET", "POST", "PUT", "PATCH", "DELETE"]
    .filter((method) => !methodsOf(place).includes(method))
    .map(
      (method): Row => ({
        call: `${method} ${place.path}`,
        because: "wrong method",
        as: place.as,
        status: 405,
        answerHeaders: { allow: place.allow },
        answer: { detail: `Method "${method}" not allowed.` },
      }),
    ),
);

const options = PLACES.map(
  (place): Row => ({
    call: `OPTIONS ${place.path}`,
    because: "asks what may be done",
    status: 204,
    answerHeaders: { allow: place.allow, "access-control-allow-origin": null },
  }),
);

const NOT_PROVIDED = "Authentication credentials were not provided.";
const WRONG_TOKENS: readonly (readonly [because: string, header: string | null, detail: string])[] = [
  ["no token", null, NOT_PROVIDED],
  ["another scheme", "Bearer {token}", NOT_PROVIDED],
  ["the scheme alone", "Token", "Invalid token header. No credentials provided."],
  ["a token with a space", "Token a b", "Invalid token header. Token string should not contain spaces."],
  ["a token of nobody", "Token AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Invalid token."],
  ["a token in quotes", 'Token "{token}"', "Invalid token."],
];

/** Who may not call is told that before anything about method or body. */
const unauthorized = PLACES.filter((place) => place.as === "owner").flatMap((place) => [
  ...[...methodsOf(place), "PATCH"].map((method) => refusal(method, place, WRONG_TOKENS[0])),
  ...WRONG_TOKENS.slice(1).map((wrong) => refusal(methodsOf(place)[0] ?? "GET", place, wrong)),
]);

function refusal(method: string, place: Place, wrong: (typeof WRONG_TOKENS)[number] | undefined): Row {
  const [because, header, detail] = wrong ?? ["", null, ""];
  return {
    call: `${method} ${place.path}`,
    because,
    headers: header === null ? {} : { Authorization: header },
    status: 401,
    answerHeaders: { "www-authenticate": "Token" },
    answer: { detail },
  };
}

const KIB_64 = 65_536;
const padded = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;

const bodies = PLACES.flatMap((place) =>
  (place.bodies ?? []).flatMap((method): Row[] => {
    const row = { call: `${method} ${place.path}`, as: place.as };
    const bad = (detail: string) => ({ status: 400, answer: { detail: `JSON parse error - ${detail}` } });
    return [
      { ...row, because: "broken JSON", raw: '{"a":', ...bad("Unexpected end of JSON input") },
      { ...row, because: "a list", json: [], ...bad("Invalid data. Expected a dictionary, but got list.") },
      { ...row, because: "text", json: "x", ...bad("Invalid data. Expected a dictionary, but got str.") },
      {
        ...row,
        because: "null",
        raw: "null",
        ...bad("Invalid data. Expected a dictionary, but got NoneType."),
      },
      {
        ...row,
        because: "plain text",
        raw: "a=1",
        type: "text/plain",
        status: 415,
        answer: { detail: 'Unsupported media type "text/plain" in request.' },
      },
      {
        ...row,
        because: "a form",
        raw: "a=1",
        type: "application/x-www-form-urlencoded",
        status: 415,
        answer: { detail: 'Unsupported media type "application/x-www-form-urlencoded" in request.' },
      },
      {
        ...row,
        because: "one byte over 64 KiB",
        raw: padded(KIB_64 + 1),
        status: 413,
        answer: { detail: "The request body is larger than 65536 bytes." },
      },
    ];
  }),
);

const REQUIRED = ["This field is required."];

const edges: Row[] = [
  {
    call: "POST /v0/login/",
    because: "exactly 64 KiB",
    raw: padded(KIB_64),
    status: 400,
    answer: { errors: { email: REQUIRED, password: REQUIRED } },
  },
  {
    call: "POST /v0/login/",
    because: "no body at all",
    status: 400,
    answer: { errors: { email: REQUIRED, password: REQUIRED } },
  },
  {
    call: "POST /v0/login/",
    because: "a body without a type",
    raw: "{}",
    type: "",
    status: 415,
    answer: { detail: 'Unsupported media type "" in request.' },
  },
  {
    call: "POST /v0/login/",
    because: "a type with parameters",
    raw: "{}",
    type: "Application/JSON; charset=utf-8",
    status: 400,
    answer: { errors: { email: REQUIRED, password: REQUIRED } },
  },
  {
    call: "POST /v0/login/",
    because: "only fields named as an object's own",
    raw: '{"__proto__":{"email":"a@b.co","password":"x"},"constructor":{"email":"a@b.co"}}',
    status: 400,
    answer: { errors: { email: REQUIRED, password: REQUIRED } },
  },
  {
    call: "POST /v0/login/",
    because: "NaN",
    raw: '{"email":NaN}',
    status: 400,
    answer: { detail: "JSON parse error - Unexpected token" },
  },
  {
    call: "GET /v0/count/users/",
    because: "asks for HTML only",
    headers: { Accept: "text/html" },
    status: 406,
    answer: { detail: "Could not satisfy the request Accept header." },
  },
  { call: "GET /v0/nothing/", because: "no such path", status: 404, answer: { detail: "Not found." } },
  { call: "GET /v0/", because: "no such path", status: 404, answer: { detail: "Not found." } },
  {
    call: "GET /v0/users/{user}/",
    because: "no such path",
    as: "owner",
    status: 404,
    answer: { detail: "Not found." },
  },
  {
    call: "POST /v0/users/",
    because: "another method in a header does not count",
    as: "owner",
    headers: { "X-HTTP-Method-Override": "GET" },
    status: 405,
    answer: { detail: 'Method "POST" not allowed.' },
  },
  {
    call: "GET /v0/health/",
    because: "an origin that is not listed",
    headers: { Origin: "https://evil.example" },
    status: 200,
    answerHeaders: { "access-control-allow-origin": null, "access-control-allow-credentials": null },
    answer: { status: "ok", version: VERSION },
  },
];

/** The answer to somebody else's id is the answer to one that nothing has. */
const ids = (
  [
    ["DELETE", "/v0/api-keys/", "key"],
    ["PUT", "/v0/mqtt/channels/", "channel"],
    ["DELETE", "/v0/mqtt/channels/", "channel"],
    ["PUT", "/v0/mqtt/credentials/", "credential"],
    ["DELETE", "/v0/mqtt/credentials/", "credential"],
    ["PUT", "/v0/devices/on-off/", "device"],
    ["DELETE", "/v0/devices/on-off/", "device"],
  ] as const
).flatMap(([method, path, thing]) =>
  [`{other_${thing}}`, "{random}", "{user}", "nothing", "1", "%2e%2e"].map(
    (id): Row => ({
      call: `${method} ${path}${id}/`,
      because: `an id that is not the caller's: ${id}`,
      as: "owner",
      ...(method === "PUT" ? { json: { name: "x", topic: "x", username: "x" } } : {}),
      status: 404,
      answer: { detail: "Not found." },
    }),
  ),
);

export const protocolRows: Row[] = [
  ...wrongMethods,
  ...options,
  ...unauthorized,
  ...bodies,
  ...edges,
  ...ids,
];
