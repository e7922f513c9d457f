/** Tokens, guests and passkeys: how they are made, and every invalid request for one. */

import { aGuest, aToken } from "../nouns.ts";
import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const TOKEN = { name: "grafana", scopes: ["values:read", "messages:publish:lamp/set"] };
const madeToken = (fields: object) => ({
  ...aToken({ id: "<uuid>", ...TOKEN, created_at: "<moment>" }),
  token: "<api_token>",
  ...fields,
});
const badToken = (because: string, body: object, errors: Parameters<typeof validationErrors>[0]): GoldenRow =>
  goldenRow("empty", "POST /v0/tokens/", because, {
    json: { ...TOKEN, ...body },
    ...validationErrors(errors),
  });
const NOBODY = {
  status: 401,
  answer: { detail: "Authentication credentials were not provided." },
} as const;
const DURATION = "Use an ISO 8601 duration longer than nothing, such as P90D, P2W or P1Y.";
const WRONG_MOMENT =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const FAR = "A token ends after ten years at the latest.";

const GUEST = { name: "Anna", devices: ["{device}"], may: "switch" };
const madeGuest = (fields: object) => ({
  ...aGuest({ id: "<uuid>", name: "Anna", devices: ["{device}"], may: "switch", created_at: "<moment>" }),
  ...fields,
});
const badGuest = (because: string, body: object, errors: Parameters<typeof validationErrors>[0]): GoldenRow =>
  goldenRow("owner", "POST /v0/guests/", because, {
    json: { ...GUEST, ...body },
    ...validationErrors(errors),
  });

const appRows: readonly GoldenRow[] = [
  goldenRow("nobody", "GET /v0/apps/", "no token", NOBODY),
  goldenRow("nobody", "DELETE /v0/apps/{random}/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/authorize/check/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/authorize/", "no token", NOBODY),
  goldenRow("empty", "GET /v0/apps/", "there is nothing", { answer: [] }),
  goldenRow("owner", "DELETE /v0/apps/{random}/", "an unknown id", NOT_FOUND),
];

const guestRows: readonly GoldenRow[] = [
  goldenRow("nobody", "GET /v0/guests/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/guests/", "no token", NOBODY),
  goldenRow("nobody", "PUT /v0/guests/{random}/", "no token", NOBODY),
  goldenRow("nobody", "DELETE /v0/guests/{random}/", "no token", NOBODY),
  goldenRow("empty", "GET /v0/guests/", "there is nothing", { answer: [] }),
  goldenRow("owner", "POST /v0/guests/", "an id in capitals and twice", {
    json: { ...GUEST, devices: ["{device}", "{device}"], ends_at: "2031-01-01T00:00:00Z" },
    status: 201,
    answer: madeGuest({ ends_at: "2031-01-01T00:00:00.000Z", url: "<depends>", token: "<api_token>" }),
  }),
  goldenRow("owner", "GET /v0/guests/", "without the secret", {
    answer: [madeGuest({ ends_at: "2031-01-01T00:00:00.000Z" })],
  }),
  goldenRow("owner", "PUT /v0/guests/{random}/", "an unknown id", { json: GUEST, ...NOT_FOUND }),
  goldenRow("empty", "POST /v0/guests/", "a device of another account", {
    json: GUEST,
    ...validationErrors({ devices: ['0: Invalid pk "{device}" - object does not exist.'] }),
  }),
  badGuest(
    "a good device twice, and an unknown one",
    { devices: ["{device}", "{device}", "{random}"] },
    { devices: ['2: Invalid pk "{random}" - object does not exist.'] },
  ),
  badGuest("no devices", { devices: [] }, { devices: ["This list may not be empty."] }),
  badGuest("no id", { devices: ["lamp"] }, { devices: ["0: Must be a valid UUID."] }),
  badGuest("an unknown right", { may: "own" }, { may: ['"own" is not a valid choice.'] }),
  badGuest("an end that has passed", { ends_at: "2001-01-01" }, { ends_at: ["This moment has passed."] }),
  ...["2027-02-30T00:00:00Z", "2027-04-31", "2027-01-01T24:30Z"].flatMap((moment) => [
    badGuest(`an end that does not exist: ${moment}`, { ends_at: moment }, { ends_at: [WRONG_MOMENT] }),
    badGuest(`a start that does not exist: ${moment}`, { starts_at: moment }, { starts_at: [WRONG_MOMENT] }),
    badToken(`an end that does not exist: ${moment}`, { expires_at: moment }, { expires_at: [WRONG_MOMENT] }),
  ]),
  badGuest("an end over ten years ahead", { ends_at: "2999-01-01" }, { ends_at: [FAR] }),
  badGuest(
    "an end before the start",
    { starts_at: "2032-01-02", ends_at: "2032-01-01" },
    { ends_at: ["A guest's link ends after it starts."] },
  ),
  badGuest(
    "301 characters for the guest",
    { note: "x".repeat(301) },
    {
      note: ["Ensure this field has no more than 300 characters."],
    },
  ),
  goldenRow("owner", "DELETE /v0/guests/{random}/", "an unknown id", NOT_FOUND),
  goldenRow("owner", "DELETE /v0/guests/{machine}/", "a token is no guest", NOT_FOUND),
];

const UNKNOWN_PASSKEY = "No account has this passkey. It may have been deleted: log in with your password.";
const ASSERTION = {
  credential_id: "AQID",
  client_data: "e30",
  authenticator_data: "AQID",
  signature: "AQID",
};
const passkeyRows: readonly GoldenRow[] = [
  goldenRow("nobody", "POST /v0/passkeys/challenge/", "anybody", {
    status: 201,
    answer: { challenge: "<depends>" },
  }),
  goldenRow("nobody", "GET /v0/passkeys/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/passkeys/", "no token", NOBODY),
  goldenRow("nobody", "DELETE /v0/passkeys/{random}/", "no token", NOBODY),
  goldenRow("owner", "GET /v0/passkeys/", "there is nothing", { answer: [] }),
  goldenRow("owner", "DELETE /v0/passkeys/{random}/", "an unknown id", NOT_FOUND),
  goldenRow("owner", "POST /v0/passkeys/", "nothing was signed", {
    json: {
      name: "Phone",
      password: "{password}",
      credential_id: "AQID",
      client_data: "e30",
      authenticator_data: "AQID",
      public_key: "AQID",
    },
    ...validationErrors({ non_field_errors: ["This is no new passkey of this page. Make it again."] }),
  }),
  goldenRow("owner", "POST /v0/passkeys/", "a wrong password", {
    json: {
      name: "Phone",
      password: "wrong",
      credential_id: "AQID",
      client_data: "e30",
      authenticator_data: "AQID",
      public_key: "AQID",
    },
    ...validationErrors({ password: ["This password is wrong."] }),
  }),
  goldenRow("nobody", "POST /v0/login/passkey/", "a key of nobody", {
    json: ASSERTION,
    ...validationErrors({ non_field_errors: [UNKNOWN_PASSKEY] }),
  }),
  goldenRow("nobody", "POST /v0/login/passkey/", "no base64url", {
    json: { ...ASSERTION, signature: "AQ==" },
    ...validationErrors({ signature: ["Enter base64url without padding."] }),
  }),
];

export const tokenRows: readonly GoldenRow[] = [
  ...passkeyRows,
  ...guestRows,
  ...appRows,
  goldenRow("empty", "GET /v0/tokens/", "there is nothing", { answer: [] }),
  goldenRow("owner", "POST /v0/stream/ticket/", "all is well", {
    status: 201,
    answer: { ticket: "<ticket>", expires_at: "<moment>" },
  }),
  goldenRow("nobody", "POST /v0/stream/ticket/", "no token", NOBODY),
  goldenRow("nobody", "GET /v0/stream/", "no token", NOBODY),
  goldenRow("nobody", "GET /v0/scopes/", "no token", NOBODY),
  goldenRow("owner", "GET /v0/scopes/", "a login session may do everything", {
    answer: {
      token: null,
      scopes: [
        "devices:read",
        "devices:switch",
        "values:read",
        "values:write",
        "events:read",
        "setup:read",
        "setup:write",
        "messages:read:#",
        "messages:publish:#",
      ],
      guest: false,
      app: false,
      expires_at: null,
      note: null,
    },
  }),
  goldenRow("owner", "GET /v0/tokens/", "without the secret", {
    answer: [aToken({ id: "{machine}", ...TOKEN, created_at: "{machine_at}" })],
  }),
  goldenRow("empty", "POST /v0/tokens/", "without an end", {
    json: TOKEN,
    status: 201,
    answer: madeToken({}),
  }),
  goldenRow("empty", "POST /v0/tokens/", "for 90 days, a filter with white space and a scope in capitals", {
    json: { ...TOKEN, scopes: [" messages:read:+/state ", "devices:switch:{device}"], expires_in: "P90D" },
    status: 201,
    answer: madeToken({
      scopes: ["messages:read:+/state", "devices:switch:{device}"],
      expires_at: "<moment>",
    }),
  }),
  ...["P2W", "PT0.5H", "P6M", "P1Y", "P10Y"].map((expires_in) =>
    goldenRow("empty", "POST /v0/tokens/", `for ${expires_in}`, {
      json: { ...TOKEN, expires_in },
      status: 201,
      answer: madeToken({ expires_at: "<moment>" }),
    }),
  ),
  badToken("no scopes", { scopes: [] }, { scopes: ["This list may not be empty."] }),
  badToken(
    "unknown scopes",
    { scopes: ["all", "devices:switch:lamp", "messages:read"] },
    {
      scopes: [
        '0: "all" is not a valid choice.',
        '1: "devices:switch:lamp" is not a valid choice.',
        '2: "messages:read" needs a filter, such as messages:read:#',
      ],
    },
  ),
  badToken(
    "a scope twice",
    { scopes: ["events:read", " events:read"] },
    {
      scopes: ['1: "events:read" is listed twice.'],
    },
  ),
  badToken(
    "invalid filters",
    { scopes: ["messages:read:a#", "messages:publish:%c/a"] },
    {
      scopes: [
        "0: + and # stand for whole levels of a filter, # for the last.",
        "1: %c and %u have no meaning in a token.",
      ],
    },
  ),
  badToken(
    "33 scopes",
    { scopes: Array.from({ length: 33 }, (_, at) => `messages:read:${at}`) },
    {
      scopes: ["Ensure this field has no more than 32 elements."],
    },
  ),
  badToken(
    "scopes that are text",
    { scopes: "events:read" },
    {
      scopes: ['Expected a list of items but got type "str".'],
    },
  ),
  ...["soon", "P1", "P0Y", "PT0S", "-P1Y", "P0.5Y1D", "-PT5M", "PT"].map((expires_in) =>
    badToken(`the duration ${expires_in}`, { expires_in }, { expires_in: [DURATION] }),
  ),
  ...["P3653D", "P10Y1D", "P121M", "P999999999Y"].map((expires_in) =>
    badToken(`over ten years: ${expires_in}`, { expires_in }, { expires_in: [FAR] }),
  ),
  badToken("an end over ten years ahead", { expires_at: "2999-01-01" }, { expires_at: [FAR] }),
  badToken(
    "an end that has passed",
    { expires_at: "2001-01-01" },
    { expires_at: ["This moment has passed."] },
  ),
  badToken(
    "two ends",
    { expires_in: "P1D", expires_at: "2999-01-01" },
    {
      expires_at: ["Use one of expires_in and expires_at."],
    },
  ),
  goldenRow("owner", "DELETE /v0/tokens/{random}/", "an unknown id", NOT_FOUND),
  goldenRow("owner", "DELETE /v0/tokens/{machine}/", "all is well", { status: 204 }),
  goldenRow("owner", "DELETE /v0/tokens/{machine}/", "gone", NOT_FOUND),
  goldenRow("owner", "GET /v0/mqtt/channels/?access_token=swt_0", "a token in an address", {
    status: 400,
    answer: {
      detail:
        "A token must not be part of an address, because addresses are stored in logs and histories. Send it in the Authorization header.",
    },
  }),
];
