/** The account's sessions, password and settings. */

import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const NOBODY = {
  status: 401,
  answer: { detail: "Authentication credentials were not provided." },
} as const;
const NAME = { first_name: "Ada", last_name: "L", email: "{empty_email}" };
const named = (fields: object) => ({
  data: {
    id: "{empty}",
    ...NAME,
    email_verified: false,
    pending_email: null,
    suspended: null,
    ...fields,
  },
});
const badPassword = (because: string, json: object, errors: Parameters<typeof validationErrors>[0]) =>
  goldenRow("empty", "POST /v0/users/password/", because, { json, ...validationErrors(errors) });

export const accountRows: readonly GoldenRow[] = [
  goldenRow("empty", "GET /v0/sessions/", "the one of this call", {
    answer: [
      {
        id: "<depends>",
        created_at: "<moment>",
        last_used_at: "<moment>",
        browser: "<depends>",
        current: true,
      },
    ],
  }),
  goldenRow("nobody", "GET /v0/sessions/", "no token", NOBODY),
  goldenRow("empty", "DELETE /v0/sessions/{random}/", "an unknown id", NOT_FOUND),
  goldenRow("empty", "GET /v0/security/", "what the other rows have changed", { answer: "<depends>" }),
  goldenRow("nobody", "GET /v0/security/", "no token", NOBODY),
  goldenRow("nobody", "GET /v0/export/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/export/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/imports/", "no token", { json: {}, ...NOBODY }),
  goldenRow("empty", "POST /v0/imports/", "the import of an export", {
    json: { from: "export", made: 31, failed: 2 },
    status: 204,
  }),
  goldenRow("empty", "POST /v0/imports/", "everything is missing", {
    json: {},
    ...validationErrors({
      from: ["This field is required."],
      made: ["This field is required."],
      failed: ["This field is required."],
    }),
  }),
  goldenRow("empty", "POST /v0/imports/", "an unknown source, nothing made, and more than there can be", {
    json: { from: "word", made: 0, failed: 1_000_001 },
    ...validationErrors({
      from: ['"word" is not a valid choice.'],
      made: ["Ensure this value is greater than or equal to 1."],
      failed: ["Ensure this value is less than or equal to 1000000."],
    }),
  }),
  goldenRow("nobody", "DELETE /v0/sessions/{random}/", "no token", NOBODY),
  goldenRow("nobody", "POST /v0/users/password/", "no token", { json: {}, ...NOBODY }),
  badPassword(
    "everything is missing",
    {},
    { password: ["This field is required."], new_password: ["This field is required."] },
  ),
  badPassword(
    "the password is wrong",
    { password: "Wrong-horse-1", new_password: "Another-horse-8" },
    { password: ["This password is wrong."] },
  ),
  badPassword(
    "the new password breaks each rule",
    { password: "{password}", new_password: " " },
    {
      new_password: [
        "Password must be at least 8 characters long",
        "Password must contain an uppercase letter",
        "Password must contain a lowercase letter",
        "Password must contain a digit",
      ],
    },
  ),
  badPassword(
    "the new password is common",
    { password: "{password}", new_password: "P@ssw0rd123" },
    { new_password: ["This password is too common."] },
  ),
  badPassword(
    "the new password is the old one",
    { password: "{password}", new_password: "{password}" },
    { new_password: ["This is already its password."] },
  ),
  goldenRow("empty", "PUT /v0/users/", "a time zone and a clock", {
    json: { ...NAME, time_zone: " Europe/Berlin ", clock: "24" },
    answer: named({ time_zone: "Europe/Berlin", clock: "24" }),
  }),
  goldenRow("empty", "PUT /v0/users/", "both stay when they are left out", {
    json: NAME,
    answer: named({ time_zone: "Europe/Berlin", clock: "24" }),
  }),
  goldenRow("empty", "PUT /v0/users/", "no time zone is that of the browser", {
    json: { ...NAME, time_zone: null, clock: "12" },
    answer: named({ time_zone: null, clock: "12" }),
  }),
  goldenRow("empty", "PUT /v0/users/", "an unknown clock", {
    json: { ...NAME, clock: 24 },
    ...validationErrors({ clock: ['"24" is not a valid choice.'] }),
  }),
  goldenRow("empty", "PUT /v0/users/", "an unknown time zone", {
    json: { ...NAME, time_zone: "Europe/Atlantis" },
    ...validationErrors({
      time_zone: ["Use the IANA name of a time zone, such as Europe/Berlin."],
    }),
  }),
  goldenRow("empty", "DELETE /v0/users/pending-email/", "no address waits", { status: 204 }),
  goldenRow("nobody", "DELETE /v0/users/pending-email/", "no token", NOBODY),
];
