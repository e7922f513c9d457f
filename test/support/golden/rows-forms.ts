/** Every field of every body, made invalid in every way. */

import { type Form, invalidRows } from "./fields.ts";
import { type Caller, type GoldenRow, goldenRow, validationErrors } from "./row.ts";

const RULES = [
  "Password must be at least 8 characters long",
  "Password must contain an uppercase letter",
  "Password must contain a lowercase letter",
  "Password must contain a digit",
  "Password must contain a special character",
];

type Field = Form["fields"][number];
const text = (name: string, max: number, more: Partial<Field> = {}): Field => ({
  kind: "text",
  name,
  max,
  ...more,
});
const secret = (more: Partial<Field> = {}): Field => ({
  kind: "secret",
  name: "password",
  max: 128,
  ...more,
});
const email: Field = { kind: "email", name: "email", max: 254 };
const newPassword = secret({ alsoWhenBlank: RULES });
const token = text("token", 128);
const form = (as: Caller, call: string, body: Record<string, unknown>, ...fields: Field[]): Form => ({
  as,
  call,
  body,
  fields,
});
const both = (path: string, id: string, body: Record<string, unknown>, ...fields: Field[]): Form[] =>
  [`POST ${path}`, `PUT ${path}{${id}}/`].map((call) => form("owner", call, body, ...fields));

const FORMS: readonly Form[] = [
  form(
    "nobody",
    "POST /v0/register/",
    { email: "never-{run}@example.com", password: "{password}" },
    email,
    newPassword,
  ),
  form("nobody", "POST /v0/login/", { email: "{email}", password: "{password}" }, email, secret()),
  form("nobody", "POST /v0/forgot-password/", { email: "{email}" }, email),
  ...["validate-reset-token", "device-link", "verify-email", "undo-email"].map((name) =>
    form("nobody", `POST /v0/${name}/`, { token: "x" }, token),
  ),
  form("nobody", "POST /v0/reset-password/", { token: "x", password: "{password}" }, token, newPassword),
  form("owner", "DELETE /v0/users/", { password: "{password}" }, secret()),
  form("owner", "POST /v0/export/", { password: "{password}" }, secret()),
  form("nobody", "POST /v0/waitlist_entries/", { email: "w@example.com" }, email),
  form(
    "owner",
    "PUT /v0/users/",
    { first_name: "A", last_name: "B", email: "{email}" },
    text("first_name", 150),
    text("last_name", 150),
    email,
    secret({ optional: true }),
  ),
  ...both(
    "/v0/mqtt/channels/",
    "channel",
    { name: "Never", topic: "never" },
    text("name", 100),
    text("description", 500, { optional: true, blank: true }),
  ),
  ...both(
    "/v0/mqtt/credentials/",
    "credential",
    { name: "Never", username: "never", password: "p" },
    text("name", 100),
    text("username", 128, { optional: true }),
    secret({ optional: true }),
  ),
  ...both(
    "/v0/devices/on-off/",
    "device",
    { name: "Never" },
    text("name", 100, { tooLong: "Name of device should contain max 100 chars" }),
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
  ["grants", ["#"], "0: Invalid data. Expected a dictionary, but got str."],
  ["grants", [{ filter: "a" }], "0: A grant must allow to publish or to subscribe."],
  ["grants", [{ publish: true }], "0.filter: This field is required."],
  ["grants", grant("#").concat(grant("a/#/b")), `1.filter: ${WHOLE_LEVELS}`],
  ["grants", grant("a+"), `0.filter: ${WHOLE_LEVELS}`],
  ["grants", grant(""), "0.filter: This field may not be blank."],
  ["grants", grant("{user}/"), "0.filter: A filter may not be empty."],
  ["grants", grant("a\u0001b"), "0.filter: A filter may not contain control characters."],
  ["grants", grant("$share/g/a"), "0.filter: A filter may not begin with $share: it holds for groups, too."],
  ["grants", grant("x".repeat(201)), "0.filter: Ensure this field has no more than 200 bytes."],
  [
    "grants",
    Array.from({ length: 51 }, () => grant("a")[0]),
    "Ensure this field has no more than 50 elements.",
  ],
];

const wrong = (
  call: string,
  body: object,
  [field, value, sentence]: (typeof WRONG_FIELDS)[number],
): GoldenRow =>
  goldenRow("owner", call, `${field} ${JSON.stringify(value).slice(0, 40)}`, {
    json: { ...body, [field]: value },
    ...validationErrors({ [field]: [sentence] }),
  });

const NEVER = { name: "Never", username: "never" };
const credentialFields: GoldenRow[] = [
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
  ["holds a number", [1], "0: Must be a valid UUID."],
  ["holds an object without id", [{}], "0: Must be a valid UUID."],
  ["holds no UUID", ["nothing"], '0: Invalid pk "nothing" - object does not exist.'],
  ["holds an id of nothing", ["{random}"], '0: Invalid pk "{random}" - object does not exist.'],
  ["holds somebody else's", ["{other_channel}"], '0: Invalid pk "{other_channel}" - object does not exist.'],
  [
    "holds one good and one bad",
    ["{channel}", "{random}"],
    '1: Invalid pk "{random}" - object does not exist.',
  ],
];

const listRows = LISTS.flatMap(([call, body]) =>
  WRONG_LISTS.map(([because, value, sentence]) =>
    goldenRow("owner", call, `channels ${because}`, {
      json: { ...body, channels: value },
      ...validationErrors({ channels: [sentence] }),
    }),
  ),
);

const state = ["POST /v0/devices/on-off/", "PUT /v0/devices/on-off/{device}/"].flatMap((call) =>
  [["perhaps"], [2], ["is a list", []], ["is an object", {}]].map((way) =>
    goldenRow("owner", call, `state ${way[0]}`, {
      json: { name: "Never", state: way.at(-1) },
      ...validationErrors({ state: ["Must be a valid boolean."] }),
    }),
  ),
);

const passwords: GoldenRow[] = (
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
    ["POST /v0/register/", { email: "never-{run}@example.com" }] as const,
    ["POST /v0/reset-password/", { token: "x" }] as const,
  ].map(([call, body]) =>
    goldenRow("nobody", call, `password ${password}`, {
      json: { ...body, password },
      ...validationErrors({ password: sentences }),
    }),
  ),
);

export const formRows: GoldenRow[] = [
  ...FORMS.flatMap(invalidRows),
  ...credentialFields,
  ...listRows,
  ...state,
  ...passwords,
];
