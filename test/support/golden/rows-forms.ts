/** Every field of every body, spoiled in every way. */

import { type Form, spoiled } from "./fields.ts";
import type { Row } from "./row.ts";

const RULES = [
  "Password must be at least 8 characters long",
  "Password must contain an uppercase letter",
  "Password must contain a lowercase letter",
  "Password must contain a digit",
  "Password must contain a special character",
];

const email = { kind: "email", name: "email", max: 254 } as const;
const newPassword = { kind: "secret", name: "password", max: 128, alsoWhenBlank: RULES } as const;
const name = { kind: "text", name: "name", max: 100 } as const;

const FORMS: readonly Form[] = [
  {
    call: "POST /v0/register/",
    as: "nobody",
    body: { email: "never-{run}@example.com", password: "{password}" },
    fields: [email, newPassword],
  },
  {
    call: "POST /v0/login/",
    as: "nobody",
    body: { email: "{email}", password: "{password}" },
    fields: [email, { kind: "secret", name: "password", max: 128 }],
  },
  { call: "POST /v0/forgot-password/", as: "nobody", body: { email: "{email}" }, fields: [email] },
  {
    call: "POST /v0/validate-reset-token/",
    as: "nobody",
    body: { token: "x" },
    fields: [{ kind: "text", name: "token", max: 128 }],
  },
  {
    call: "POST /v0/device-link/",
    as: "nobody",
    body: { token: "x" },
    fields: [{ kind: "text", name: "token", max: 128 }],
  },
  {
    call: "POST /v0/reset-password/",
    as: "nobody",
    body: { token: "x", password: "{password}" },
    fields: [{ kind: "text", name: "token", max: 128 }, newPassword],
  },
  ...["/v0/verify-email/", "/v0/undo-email/"].map(
    (path): Form => ({
      call: `POST ${path}`,
      as: "nobody",
      body: { token: "x" },
      fields: [{ kind: "text", name: "token", max: 128 }],
    }),
  ),
  {
    call: "DELETE /v0/users/",
    as: "owner",
    body: { password: "{password}" },
    fields: [{ kind: "secret", name: "password", max: 128 }],
  },
  { call: "POST /v0/waitlist_entries/", as: "nobody", body: { email: "w@example.com" }, fields: [email] },
  {
    call: "PUT /v0/users/",
    as: "owner",
    body: { first_name: "A", last_name: "B", email: "{email}" },
    fields: [
      { kind: "text", name: "first_name", max: 150 },
      { kind: "text", name: "last_name", max: 150 },
      email,
      { kind: "secret", name: "password", max: 128, optional: true },
    ],
  },
  ...["POST /v0/mqtt/channels/", "PUT /v0/mqtt/channels/{channel}/"].map(
    (call): Form => ({
      call,
      as: "owner",
      body: { name: "Never", topic: "never" },
      fields: [name, { kind: "text", name: "description", max: 500, optional: true, blank: true }],
    }),
  ),
  ...["POST /v0/mqtt/credentials/", "PUT /v0/mqtt/credentials/{credential}/"].map(
    (call): Form => ({
      call,
      as: "owner",
      body: { name: "Never", username: "never", password: "p" },
      fields: [
        name,
        { kind: "text", name: "username", max: 128 },
        { kind: "secret", name: "password", max: 128, optional: call.startsWith("PUT") },
      ],
    }),
  ),
  ...["POST /v0/devices/on-off/", "PUT /v0/devices/on-off/{device}/"].map(
    (call): Form => ({
      call,
      as: "owner",
      body: { name: "Never" },
      fields: [{ ...name, tooLong: "Name of device should contain max 100 chars" }],
    }),
  ),
];

const LISTS = [
  ["POST /v0/mqtt/credentials/", { name: "Never", username: "never", password: "p" }],
  ["PUT /v0/mqtt/credentials/{credential}/", { name: "Never", username: "never" }],
  ["POST /v0/devices/on-off/", { name: "Never" }],
  ["PUT /v0/devices/on-off/{device}/", { name: "Never" }],
] as const;

const WRONG_LISTS: readonly (readonly [because: string, value: unknown, sentence: string])[] = [
  ["is null", null, "This field may not be null."],
  ["is text", "x", 'Expected a list of items but got type "str".'],
  ["is an object", {}, 'Expected a list of items but got type "dict".'],
  ["holds a number", [1], "Must be a valid UUID."],
  ["holds an object without id", [{}], "Must be a valid UUID."],
  ["holds no UUID", ["nothing"], 'Invalid pk "nothing" - object does not exist.'],
  ["holds an id of nothing", ["{random}"], 'Invalid pk "{random}" - object does not exist.'],
  ["holds somebody else's", ["{other_channel}"], 'Invalid pk "{other_channel}" - object does not exist.'],
  ["holds one good and one bad", ["{channel}", "{random}"], 'Invalid pk "{random}" - object does not exist.'],
];

const listRows: Row[] = LISTS.flatMap(([call, body]) =>
  WRONG_LISTS.map(([because, value, sentence]) => ({
    call,
    because: `channels ${because}`,
    as: "owner" as const,
    json: { ...body, channels: value },
    status: 400,
    answer: { errors: { channels: [sentence] } },
  })),
);

const state = ["POST /v0/devices/on-off/", "PUT /v0/devices/on-off/{device}/"].flatMap((call) =>
  [["perhaps"], [2], ["is a list", []], ["is an object", {}]].map(
    (way): Row => ({
      call,
      because: `state ${way[0]}`,
      as: "owner",
      json: { name: "Never", state: way.at(-1) },
      status: 400,
      answer: { errors: { state: ["Must be a valid boolean."] } },
    }),
  ),
);

const passwords: Row[] = (
  [
    ["short1!", [RULES[0], RULES[1]]],
    ["alllower1!", [RULES[1]]],
    ["ALLUPPER1!", [RULES[2]]],
    ["NoDigits!!", [RULES[3]]],
    ["NoSpecial11", [RULES[4]]],
    ["1", [RULES[0], RULES[1], RULES[2], RULES[4]]],
    ["P@ssw0rd", ["This password is too common."]],
    ["password1!", [RULES[1]]],
    ["Password1!", ["This password is too common."]],
  ] as const
).flatMap(([password, sentences]) =>
  [
    { call: "POST /v0/register/", json: { email: "never-{run}@example.com", password } },
    { call: "POST /v0/reset-password/", json: { token: "x", password } },
  ].map((row) => ({
    ...row,
    because: `password ${password}`,
    status: 400,
    answer: { errors: { password: sentences } },
  })),
);

export const formRows: Row[] = [...FORMS.flatMap(spoiled), ...listRows, ...state, ...passwords];
