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
        { kind: "text", name: "username", max: 128, optional: true },
        { kind: "secret", name: "password", max: 128, optional: true },
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

const WHOLE_LEVELS = "+ and # stand for whole levels of a filter, # for the last.";
const grant = (filter: unknown) => [{ filter, publish: true }];
const WRONG_FIELDS: readonly (readonly [field: string, value: unknown, sentence: string])[] = [
  ["view", "both", '"both" is not a valid choice.'],
  ["view", null, "This field may not be null."],
  ["view", ["root"], '"root" is not a valid choice.'],
  ["device", "lamp", "Must be a valid UUID."],
  ["device", "{random}", 'Invalid pk "{random}" - object does not exist.'],
  ["device", "{other_device}", 'Invalid pk "{other_device}" - object does not exist.'],
  ["grants", null, "This field may not be null."],
  ["grants", "#", 'Expected a list of items but got type "str".'],
  ["grants", ["#"], "Invalid data. Expected a dictionary, but got str."],
  ["grants", [{ filter: "a" }], "A grant must allow to publish or to subscribe."],
  ["grants", [{ publish: true }], "This field is required."],
  ["grants", grant("#").concat(grant("a/#/b")), WHOLE_LEVELS],
  ["grants", grant("a+"), WHOLE_LEVELS],
  ["grants", grant(""), "This field may not be blank."],
  ["grants", grant("{user}/"), "A filter may not be empty."],
  ["grants", grant("a\u0001b"), "A filter may not contain control characters."],
  ["grants", grant("$share/g/a"), "A filter may not begin with $share: it holds for groups, too."],
  ["grants", grant("x".repeat(201)), "Ensure this field has no more than 200 bytes."],
  [
    "grants",
    Array.from({ length: 51 }, () => grant("a")[0]),
    "Ensure this field has no more than 50 elements.",
  ],
];

const wrong = (call: string, body: object, [field, value, sentence]: (typeof WRONG_FIELDS)[number]): Row => ({
  call,
  because: `${field} ${JSON.stringify(value).slice(0, 40)}`,
  as: "owner",
  json: { ...body, [field]: value },
  status: 400,
  answer: { errors: { [field]: [sentence] } },
});

const NEVER = { name: "Never", username: "never" };
const credentialFields: Row[] = [
  ...WRONG_FIELDS.flatMap((each) => [
    wrong("POST /v0/mqtt/credentials/", NEVER, each),
    wrong("PUT /v0/mqtt/credentials/{credential}/", NEVER, each),
  ]),
  ...(
    [
      ["overlap", -1, "Ensure this value is greater than or equal to 0."],
      ["overlap", 604_801, "Ensure this value is less than or equal to 604800."],
      ["overlap", "a day", "A valid integer is required."],
      ["overlap", null, "This field may not be null."],
      ["password", "", "This field may not be blank."],
    ] as const
  ).map((each) => wrong("POST /v0/mqtt/credentials/{credential}/rotate/", {}, each)),
  ...(
    [
      ["profile", undefined, "This field is required."],
      ["profile", null, "This field may not be null."],
      ["profile", "fuller", '"fuller" is not a valid choice.'],
      ["profile", 2, '"2" is not a valid choice.'],
    ] as const
  ).map(([field, value, sentence]) => ({
    ...wrong("PUT /v0/mqtt/settings/", {}, [field, value ?? null, sentence]),
    json: { profile: value },
    because: `profile ${value}`,
  })),
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

export const formRows: Row[] = [
  ...FORMS.flatMap(spoiled),
  ...credentialFields,
  ...listRows,
  ...state,
  ...passwords,
];
