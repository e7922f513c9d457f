/** Operator calls and their rules. In this order: some change what later ones read. */

import { brokerLimits } from "../../../broker/contract/limits.ts";
import { ACCOUNT_LIMITS, eachLimit } from "../../../worker/contract/account-limit-names.ts";
import { apiLimits } from "../../../worker/contract/api-limits.ts";
import { OPERATOR_CALLS } from "../../../worker/contract/operator.ts";
import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const REQUIRED = ["This field is required."];
const ACCOUNTS = "/v0/operator/accounts/";
const THIS = `${ACCOUNTS}{user}/`;

const NO_KEY = {
  status: 401,
  answerHeaders: { "www-authenticate": "Bearer" },
  answer: { detail: "Authentication credentials were not provided." },
};
const asks = (call: string, answer: unknown, because = "all is well"): GoldenRow =>
  goldenRow("operator", call, because, { answer });
const mistake = (call: string, json: unknown, errors: Record<string, string[]>, because: string): GoldenRow =>
  goldenRow("operator", call, because, { json, ...validationErrors(errors) });

const summary = {
  id: "{user}",
  email: "{email}",
  email_verified: false,
  log_name: "<depends>",
  created_at: "<moment>",
  suspended: null,
  devices: 2,
  channels: 2,
  credentials: 2,
  api_keys: 1,
  tokens: 1,
  guests: 0,
  sessions: 1,
};
const suspended = { ...summary, suspended: { since: "<moment>", reason: "It sends spam." } };

const variables: Record<string, unknown> = { ...apiLimits({}), ...brokerLimits({}) };
const service = eachLimit((name) => variables[ACCOUNT_LIMITS[name]]);
const none = eachLimit(() => null);
const quiet = {
  connections: 0,
  resting: 0,
  events: 0,
  retained: 0,
  series: 0,
  storage: "<depends>",
  messages_rate: 0,
  bytes_rate: 0,
  kept_out: [],
};

const reads: GoldenRow[] = [
  asks("GET /v0/operator/doctor/", {
    version: "<depends>",
    at: "<moment>",
    checks: "<depends>",
    keys: "<depends>",
  }),
  asks("GET /v0/operator/top/", "<depends>"),
  asks("GET /v0/operator/log/", "<depends>"),
  asks("GET /v0/operator/accounts/?who={email}", [summary], "by e-mail"),
  asks("GET /v0/operator/accounts/?who={user}", [summary], "by id"),
  asks("GET /v0/operator/accounts/?who=nobody@example.com", [], "of nobody"),
  asks(`GET ${THIS}`, {
    ...summary,
    profile: "full",
    limits: { own: none, in_force: service },
    broker: quiet,
  }),
  asks(`GET ${THIS}limits/`, { own: none, in_force: service }),
  mistake(
    "GET /v0/operator/accounts/?by=email",
    undefined,
    { by: ['"email" is not a valid choice.'] },
    "no order",
  ),
  mistake(
    "GET /v0/operator/log/?before=x",
    undefined,
    { before: ["Invalid cursor."] },
    "a place that there is not",
  ),
];

const changes: GoldenRow[] = [
  mistake(`PUT ${THIS}suspension/`, {}, { reason: REQUIRED }, "no reason"),
  mistake(
    `PUT ${THIS}suspension/`,
    { reason: "x".repeat(501) },
    { reason: ["Ensure this field has no more than 500 characters."] },
    "a reason that nobody reads",
  ),
  { ...asks(`PUT ${THIS}suspension/`, suspended), json: { reason: "It sends spam." } },
  goldenRow("owner", "GET /v0/mqtt/clients/", "the account is suspended", {
    status: 403,
    answer: { detail: "This account is suspended: It sends spam." },
  }),
  asks(`DELETE ${THIS}suspension/`, summary),
  asks(`DELETE ${THIS}suspension/`, summary, "it was not suspended"),
  mistake(
    `PUT ${THIS}limits/`,
    { devices: -1, events: "many" },
    {
      devices: ["Ensure this value is greater than or equal to 0."],
      events: ["A valid integer is required."],
    },
    "no numbers",
  ),
  {
    ...asks(`PUT ${THIS}limits/`, {
      own: { ...none, devices: 25, connections: 0 },
      in_force: { ...service, devices: 25, connections: 0 },
    }),
    json: { devices: 25, connections: 0 },
  },
  {
    ...asks(
      `PUT ${THIS}limits/`,
      { own: { ...none, connections: 0 }, in_force: { ...service, connections: 0 } },
      "null is the service's, what is left out stays",
    ),
    json: { devices: null },
  },
  asks(`DELETE ${THIS}sessions/`, { ended: 1 }),
  asks(`DELETE ${THIS}sessions/`, { ended: 0 }, "nobody is signed in"),
];

const waitlist: GoldenRow[] = [
  asks("GET /v0/operator/waitlist/", [], "nobody waits"),
  { ...asks("POST /v0/operator/waitlist/invitations/", [], "nobody waits"), json: { count: 5 } },
  mistake("POST /v0/operator/waitlist/invitations/", {}, { count: REQUIRED }, "no number"),
  mistake(
    "POST /v0/operator/waitlist/invitations/",
    { count: 51 },
    { count: ["Ensure this value is less than or equal to 50."] },
    "more letters than one call writes",
  ),
];

/** Without the key every path reports the missing key; with it, an unknown id is 404. */
const refused: GoldenRow[] = Object.values(OPERATOR_CALLS).flatMap(({ method, path }): GoldenRow[] => [
  goldenRow("nobody", `${method} ${path.replace("{id}", "{user}")}`, "no key", {
    ...NO_KEY,
  }),
  goldenRow("owner", `${method} ${path.replace("{id}", "{user}")}`, "the token of a session", {
    ...NO_KEY,
  }),
  ...(path.includes("{id}")
    ? ["{random}", "nothing"].map(
        (id): GoldenRow =>
          goldenRow("operator", `${method} ${path.replace("{id}", id)}`, "there is no such account", {
            json: method === "PUT" ? { reason: "None." } : undefined,
            ...NOT_FOUND,
          }),
      )
    : []),
]);

const elsewhere: GoldenRow[] = [
  goldenRow("operator", "GET /v0/operator/nothing/", "there is no such path", { ...NOT_FOUND }),
  goldenRow("operator", "POST /v0/operator/log/", "the path has no such method", {
    status: 405,
    answerHeaders: { allow: "GET, HEAD, OPTIONS" },
    answer: { detail: 'Method "POST" not allowed.' },
  }),
];

export const operatorRows: readonly GoldenRow[] = [
  ...refused,
  ...elsewhere,
  ...reads,
  ...waitlist,
  ...changes,
];
