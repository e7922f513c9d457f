/** Rules of every call: authentication, methods, bodies, addresses. */

import { VERSION } from "../../../worker/contract/version.ts";
import { type Caller, type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

/** A path, its caller, its methods as the `Allow` header lists them, and the methods that take a body. */
type Place = readonly [path: string, as: Caller, allow: string, ...bodies: string[]];

const PLACES: readonly Place[] = [
  ["/v0/health/", "nobody", "GET, HEAD, OPTIONS"],
  ["/v0/broker/", "nobody", "GET, HEAD, OPTIONS"],
  ["/v0/count/users/", "nobody", "GET, HEAD, OPTIONS"],
  ["/v0/register/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/login/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/forgot-password/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/validate-reset-token/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/reset-password/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/verify-email/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/undo-email/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/waitlist_entries/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/logout/", "owner", "POST, OPTIONS"],
  ["/v0/users/", "owner", "GET, PUT, DELETE, HEAD, OPTIONS", "PUT", "DELETE"],
  ["/v0/users/verification/", "owner", "POST, OPTIONS"],
  ["/v0/api-keys/", "owner", "GET, POST, HEAD, OPTIONS"],
  ["/v0/api-keys/{key}/", "owner", "DELETE, OPTIONS"],
  ["/v0/tokens/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/tokens/{machine}/", "owner", "DELETE, OPTIONS"],
  ["/v0/mqtt/channels/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/mqtt/channels/{channel}/", "owner", "PUT, DELETE, OPTIONS", "PUT"],
  ["/v0/mqtt/credentials/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/mqtt/credentials/{credential}/", "owner", "PUT, DELETE, OPTIONS", "PUT"],
  ["/v0/mqtt/credentials/{credential}/rotate/", "owner", "POST, OPTIONS", "POST"],
  ["/v0/mqtt/settings/", "owner", "GET, PUT, HEAD, OPTIONS", "PUT"],
  ["/v0/devices/on-off/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/devices/on-off/{device}/", "owner", "GET, PUT, DELETE, HEAD, OPTIONS", "PUT"],
  ["/v0/devices/found/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/devices/found/{device}/adopt/", "owner", "POST, OPTIONS"],
  ["/v0/devices/on-off/{device}/connections/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/devices/on-off/{device}/switch/", "owner", "POST, OPTIONS", "POST"],
  ["/v0/devices/on-off/{device}/telemetry/", "owner", "POST, OPTIONS"],
  ["/v0/devices/on-off/{device}/values/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/devices/on-off/{device}/series/", "owner", "GET, PUT, HEAD, OPTIONS"],
  ["/v0/mqtt/channels/{channel}/values/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/mqtt/channels/{channel}/series/", "owner", "GET, PUT, HEAD, OPTIONS"],
  ["/v0/values/metrics/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/mqtt/clients/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/mqtt/clients/{random}/", "owner", "DELETE, OPTIONS"],
  ["/v0/devices/on-off/{device}/link/", "owner", "POST, DELETE, OPTIONS"],
  ["/v0/schedules/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/devices/on-off/{device}/schedules/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/devices/on-off/{device}/schedules/preview/", "owner", "POST, OPTIONS", "POST"],
  ["/v0/devices/on-off/{device}/schedules/{schedule}/", "owner", "PUT, DELETE, OPTIONS", "PUT"],
  ["/v0/devices/on-off/{device}/schedules/{schedule}/runs/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/watches/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/watches/{random}/", "owner", "PUT, DELETE, OPTIONS", "PUT"],
  ["/v0/watches/{random}/snooze/", "owner", "POST, OPTIONS", "POST"],
  ["/v0/watches/{random}/notices/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/notices/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/notices/{random}/send/", "owner", "POST, OPTIONS"],
  ["/v0/notices/{random}/act/", "owner", "POST, OPTIONS"],
  ["/v0/approvals/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/approvals/{random}/", "owner", "POST, OPTIONS"],
  ["/v0/asyncapi.json", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/targets/", "owner", "GET, POST, HEAD, OPTIONS", "POST"],
  ["/v0/targets/{random}/", "owner", "DELETE, OPTIONS"],
  ["/v0/targets/{random}/test/", "owner", "POST, OPTIONS"],
  ["/v0/targets/{random}/rotate/", "owner", "POST, OPTIONS"],
  ["/v0/device-link/", "nobody", "POST, OPTIONS", "POST"],
  ["/v0/mqtt/log/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/mqtt/log/{random}/fix/", "owner", "POST, OPTIONS"],
  ["/v0/events/devices/on-off/counts/", "owner", "GET, HEAD, OPTIONS"],
  ["/v0/events/devices/on-off/", "owner", "GET, HEAD, OPTIONS"],
];

const methodsOf = (allow: string) =>
  allow.split(", ").filter((method) => method !== "OPTIONS" && method !== "HEAD");

const wrongMethods = PLACES.flatMap(([path, as, allow]) =>
  ["GET", "POST", "PUT", "PATCH", "DELETE"]
    .filter((method) => !methodsOf(allow).includes(method))
    .map((method) =>
      goldenRow(as, `${method} ${path}`, "wrong method", {
        status: 405,
        answerHeaders: { allow },
        answer: { detail: `Method "${method}" not allowed.` },
      }),
    ),
);

const options = PLACES.map(([path, , allow]) =>
  goldenRow("nobody", `OPTIONS ${path}`, "asks what may be done", {
    status: 204,
    answerHeaders: { allow, "access-control-allow-origin": null },
  }),
);

const NOT_PROVIDED = "Authentication credentials were not provided.";
const NO_TOKEN = ["no token", null, NOT_PROVIDED] as const;
const WRONG_TOKENS = [
  ["another scheme", "Bearer {token}", NOT_PROVIDED],
  ["the scheme alone", "Token", "Invalid token header. No credentials provided."],
  ["a token with a space", "Token a b", "Invalid token header. Token string should not contain spaces."],
  ["a token of nobody", "Token AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Invalid token."],
  ["a token in quotes", 'Token "{token}"', "Invalid token."],
] as const;

const refusal = (
  call: string,
  [because, token, detail]: readonly [string, string | null, string],
): GoldenRow =>
  goldenRow("nobody", call, because, {
    headers: token === null ? {} : { Authorization: token },
    status: 401,
    answerHeaders: { "www-authenticate": "Token" },
    answer: { detail },
  });

/** Authentication is checked before the method and the body. */
const unauthorized = PLACES.filter(([, as]) => as === "owner").flatMap(([path, , allow]) => [
  ...[...methodsOf(allow), "PATCH"].map((method) => refusal(`${method} ${path}`, NO_TOKEN)),
  ...WRONG_TOKENS.map((each) => refusal(`${methodsOf(allow)[0]} ${path}`, each)),
]);

const KIB_64 = 65_536;
const padded = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
const noJson = (detail: string) => ({ status: 400, answer: { detail: `JSON parse error - ${detail}` } });
const noDictionary = (type: string) => noJson(`Invalid data. Expected a dictionary, but got ${type}.`);
const unsupported = (type: string) => ({
  type,
  status: 415,
  answer: {
    detail: `Unsupported media type "${type}" in request. Send it with Content-Type: application/json.`,
  },
});
const TOO_LARGE = { status: 413, answer: { detail: "The request body is larger than 65536 bytes." } };

const bodies = PLACES.flatMap(([path, as, , ...methods]) =>
  methods.flatMap((method): GoldenRow[] => {
    const call = `${method} ${path}`;
    return [
      goldenRow(as, call, "broken JSON", { raw: '{"a":', ...noJson("Unexpected end of JSON input") }),
      goldenRow(as, call, "a list", { json: [], ...noDictionary("list") }),
      goldenRow(as, call, "text", { json: "x", ...noDictionary("str") }),
      goldenRow(as, call, "null", { raw: "null", ...noDictionary("NoneType") }),
      goldenRow(as, call, "plain text", { raw: "a=1", ...unsupported("text/plain") }),
      goldenRow(as, call, "a form", { raw: "a=1", ...unsupported("application/x-www-form-urlencoded") }),
      goldenRow(as, call, "one byte over 64 KiB", { raw: padded(KIB_64 + 1), ...TOO_LARGE }),
    ];
  }),
);

const REQUIRED = ["This field is required."];
const NOTHING_SAID = validationErrors({ email: REQUIRED, password: REQUIRED });

const edges: GoldenRow[] = [
  goldenRow("nobody", "POST /v0/login/", "exactly 64 KiB", { raw: padded(KIB_64), ...NOTHING_SAID }),
  goldenRow("nobody", "POST /v0/login/", "no body at all", {
    ...NOTHING_SAID,
  }),
  goldenRow("nobody", "POST /v0/login/", "a body without a type", {
    raw: "{}",
    ...unsupported(""),
  }),
  goldenRow("nobody", "POST /v0/login/", "a type with parameters", {
    raw: "{}",
    type: "Application/JSON; charset=utf-8",
    ...NOTHING_SAID,
  }),
  goldenRow("nobody", "POST /v0/login/", "only fields named as an object's own", {
    raw: '{"__proto__":{"email":"a@b.co","password":"x"},"constructor":{"email":"a@b.co"}}',
    ...NOTHING_SAID,
  }),
  goldenRow("nobody", "POST /v0/login/", "NaN", {
    raw: '{"email":NaN}',
    ...noJson("Unexpected token"),
  }),
  goldenRow("nobody", "GET /v0/count/users/", "asks for HTML only", {
    headers: { Accept: "text/html" },
    status: 406,
    answer: { detail: "Could not satisfy the request Accept header." },
  }),
  goldenRow("nobody", "GET /v0/nothing/", "no such path", NOT_FOUND),
  goldenRow("nobody", "GET /v0/", "no such path", NOT_FOUND),
  goldenRow("owner", "GET /v0/users/{user}/", "no such path", NOT_FOUND),
  goldenRow("owner", "POST /v0/users/", "another method in a header does not count", {
    headers: { "X-HTTP-Method-Override": "GET" },
    status: 405,
    answer: { detail: 'Method "POST" not allowed.' },
  }),
  goldenRow("nobody", "GET /v0/health/", "an origin that is not listed", {
    headers: { Origin: "https://evil.example" },
    answerHeaders: { "access-control-allow-origin": null, "access-control-allow-credentials": null },
    answer: { status: "ok", version: VERSION },
  }),
];

/** Another account's id gets the same response as an id that does not exist. */
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
    (id): GoldenRow =>
      goldenRow("owner", `${method} ${path}${id}/`, `an id that is not the caller's: ${id}`, {
        ...(method === "PUT" ? { json: { name: "x", topic: "x", username: "x" } } : {}),
        ...NOT_FOUND,
      }),
  ),
);

export const protocolRows: GoldenRow[] = [
  ...wrongMethods,
  ...options,
  ...unauthorized,
  ...bodies,
  ...edges,
  ...ids,
];
