/** What each call answers when all is well, and the rules that are its own. */

import { VERSION } from "../../../worker/contract/version.ts";
import type { Row } from "./row.ts";

const door = {
  id: "{channel}",
  name: "Door",
  topic: "{user}/house/door",
  description: "Front",
  series: null,
  created_at: "{channel_at}",
};
const spare = {
  id: "{spare_channel}",
  name: "Spare",
  topic: "{user}/spare",
  description: "",
  series: null,
  created_at: "{spare_channel_at}",
};
const reach = { host: "<depends>", port: "<depends>", tls_port: null, ws_url: "<depends>" };
const plain = {
  server_made: false,
  view: "account",
  grants: [],
  device: null,
  ...reach,
  ws_path: "/mqtt/{user}",
  old_password_until: null,
  old_password_last_used: null,
};
const board = {
  id: "{credential}",
  name: "Board",
  username: "board",
  password: "s3cret",
  created_at: "{credential_at}",
  last_used: null,
  channels: [door],
  ...plain,
};
const spareCredential = {
  ...board,
  id: "{spare_credential}",
  name: "Spare",
  username: "spare",
  password: "p",
  created_at: "{spare_credential_at}",
  channels: [],
};
const untouched = {
  ...{ taken: null, last_seen: null, command_ttl: 86400, auto_off: 0, off_on_disconnect: false },
  ...{ shown_values: null, value_labels: [], values: [], kind: "own" },
};
const lamp = {
  id: "{device}",
  name: "Lamp",
  state: false,
  channels: [door],
  connected: false,
  ...untouched,
  created_at: "{device_at}",
};
const spareDevice = {
  ...lamp,
  id: "{spare_device}",
  name: "Spare",
  created_at: "{spare_device_at}",
  channels: [],
};
const unproven = { email_verified: false, pending_email: null, suspended: null };
const person = { id: "{user}", first_name: "", last_name: "", email: "{email}", ...unproven };

const read = (call: string, answer: unknown, because = "all is well"): Row => ({
  call: `GET ${call}`,
  because,
  as: "owner",
  status: 200,
  answer,
});
const nothing = (path: string): Row => ({
  call: `GET ${path}`,
  because: "there is nothing",
  as: "empty",
  status: 200,
  answer: [],
});

const LISTS = [
  read("/v0/users/", person),
  read("/v0/api-keys/", [{ id: "{key}", key: "{key_text}", created_at: "{key_at}" }]),
  read("/v0/mqtt/channels/", [door, spare]),
  read("/v0/mqtt/credentials/", [board, spareCredential]),
  read("/v0/devices/on-off/", [lamp, spareDevice]),
  read("/v0/devices/found/", []),
];

const reads: Row[] = [
  {
    call: "GET /v0/health/",
    because: "all is well",
    status: 200,
    answer: { status: "ok", version: VERSION },
  },
  {
    call: "GET /v0/health/",
    because: "a stale token does not matter",
    headers: { Authorization: "Token gone" },
    status: 200,
    answer: { status: "ok", version: VERSION },
  },
  ...LISTS,
  ...LISTS.map((row) => ({ ...row, call: row.call.replace(/\/$/, ""), because: "no slash at the end" })),
  ...LISTS.map((row) => ({
    ...row,
    as: "nobody" as const,
    because: "the scheme in small letters",
    headers: { Authorization: "token {token}" },
  })),
  read("/v0/devices/on-off/{device}/", { ...lamp, since: null, clients: [], command: null }),
  read("/v0/devices/on-off/{device}/connections/", [], "it was never there"),
  read("/v0/devices/on-off/{device}/connections/?from=2026-01-01", [], "it was never there since then"),
  {
    call: "DELETE /v0/devices/on-off/{device}/link/",
    because: "there was none",
    as: "owner",
    status: 204,
  },
  {
    call: "POST /v0/device-link/",
    because: "a token that nobody was given",
    json: { token: "made-up" },
    status: 404,
    answer: { detail: "Not found." },
  },
  nothing("/v0/mqtt/clients/"),
  nothing("/v0/mqtt/log/"),
  {
    call: "POST /v0/mqtt/log/{random}/fix/",
    because: "nothing of the kind was refused",
    as: "owner",
    status: 404,
    answer: { detail: "Not found." },
  },
  {
    call: "DELETE /v0/mqtt/clients/{random}/",
    because: "nobody has this connection",
    as: "owner",
    status: 404,
    answer: { detail: "Not found." },
  },
  nothing("/v0/api-keys/"),
  nothing("/v0/mqtt/channels/"),
  nothing("/v0/mqtt/credentials/"),
  nothing("/v0/devices/on-off/"),
  nothing("/v0/events/devices/on-off/"),
  read(
    "/v0/events/devices/on-off/counts/?from=2026-01-01T00:00:00Z&hours=2",
    { from: "2026-01-01T00:00:00.000Z", devices: [], others: 0 },
    "counts of hours in which nothing happened",
  ),
  read("/v0/devices/on-off/?size=1", [lamp], "the first"),
  read("/v0/devices/on-off/?size=100", [lamp, spareDevice], "more than there are"),
  ...["0", "-1", "x", "", "1.5", "1e1"].map((size) =>
    read(`/v0/devices/on-off/?size=${size}`, [lamp, spareDevice], `a size that is none: ${size}`),
  ),
];

const WRONG_MOMENT =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const EVENTS = "/v0/events/devices/on-off/";

const eventQueries: Row[] = [
  ...["size=0", "size=-5", "size=1000000", "size=7", "device={random}", "device={other_device}"],
  ...["event_type=turned_on", "search=lamp", "search=%25", "search='%20OR%201=1--", "from=2026-01-01"],
  ...["from=2026-01-01T00:00:00Z", "from=2026-01-01T00:00", "to=2026-01-01T00:00:00.123456%2B02:00"],
  ...["before=abc.{random}", "device=&size=&search=", "unknown=1", "size=3&size=4"],
].map((query) => ({ ...nothing(`${EVENTS}?${query}`), because: `a query that is fine: ${query}` }));

const badEventQueries = (
  [
    ["size=x", "size", "A valid integer is required."],
    ["size=1.5", "size", "A valid integer is required."],
    ["size=1e2", "size", "A valid integer is required."],
    ["before=x", "before", "Invalid cursor."],
    ["before=abc.nothing", "before", "Invalid cursor."],
    ["before=9999999999999999.{random}", "before", "Invalid cursor."],
    ["device=lamp", "device", "Must be a valid UUID."],
    ["event_type=exploded", "event_type", '"exploded" is not a valid choice.'],
    ["from=yesterday", "from", WRONG_MOMENT],
    ["from=2026-13-01", "from", WRONG_MOMENT],
    ["to=1700000000", "to", WRONG_MOMENT],
    ["to=2026-01-01T25:00:00Z", "to", WRONG_MOMENT],
    [`search=${"x".repeat(201)}`, "search", "Ensure this field has no more than 200 characters."],
  ] as const
).map(
  ([query, field, sentence]): Row => ({
    call: `GET ${EVENTS}?${query}`,
    because: `a bad ${field}`,
    as: "owner",
    status: 400,
    answer: { errors: { [field]: [sentence] } },
  }),
);

const session = (email: string) => ({
  data: { token: "<token>", user: { id: "<uuid>", first_name: "", last_name: "", email, ...unproven } },
});
const WRONG_PAIR = { errors: { non_field_errors: ["Unable to log in with provided credentials."] } };
const TAKEN = { detail: "A user with this email already exists. Try logging in." };
const register = (because: string, json: unknown) => ({ call: "POST /v0/register/", because, json });
const login = (because: string, json: unknown) => ({ call: "POST /v0/login/", because, json });

const accounts: Row[] = [
  {
    ...register("all is well", { email: " New-{run}@Example.com ", password: "{password}" }),
    status: 201,
    answer: session("new-{run}@example.com"),
  },
  {
    ...register("without the slash, confirmed, unknown fields ignored, a stale token too", {
      email: "second-{run}@example.com",
      password: "{password}",
      confirm_password: "{password}",
      id: "{random}",
      first_name: "Mallory",
    }),
    call: "POST /v0/register",
    headers: { Authorization: "Token gone" },
    status: 201,
    answer: session("second-{run}@example.com"),
  },
  {
    ...register("the address is taken", { email: "{email}", password: "{password}" }),
    status: 409,
    answer: TAKEN,
  },
  {
    ...register("the address is taken in other letters", {
      email: "OWNER-{run}@EXAMPLE.COM",
      password: "{password}",
    }),
    status: 409,
    answer: TAKEN,
  },
  ...["other", 5, null, {}].map((confirmation) => ({
    ...register("the passwords differ", {
      email: "never-{run}@example.com",
      password: "{password}",
      confirm_password: confirmation,
    }),
    status: 400,
    answer: { errors: { confirm_password: ["Passwords do not match"] } },
  })),
  {
    ...login("all is well", { email: "{email}", password: "{password}" }),
    status: 200,
    answer: { data: { token: "<token>", user: person } },
  },
  {
    ...login("the address in other letters, a stale token", { email: " {email} ", password: "{password}" }),
    headers: { Authorization: "Token gone" },
    status: 200,
    answer: { data: { token: "<token>", user: person } },
  },
  { ...login("a wrong password", { email: "{email}", password: "wrong" }), status: 400, answer: WRONG_PAIR },
  {
    ...login("a password with white space around it is another one", {
      email: "{email}",
      password: " {password}",
    }),
    status: 400,
    answer: WRONG_PAIR,
  },
  {
    ...login("nobody has this address", { email: "nobody-{run}@example.com", password: "{password}" }),
    status: 400,
    answer: WRONG_PAIR,
  },
  ...["{email}", "nobody-{run}@example.com"].map((email) => ({
    call: "POST /v0/forgot-password/",
    because: `the same for ${email}`,
    json: { email },
    status: 200,
    answer: {
      detail: "Check your inbox and spam folder for a password reset link if the email is registered.",
    },
  })),
  ...["/v0/validate-reset-token/", "/v0/reset-password/"].map((path) => ({
    call: `POST ${path}`,
    because: "a token that nobody was sent",
    json: { token: "made-up", password: "{password}" },
    status: 400,
    answer: { detail: "Invalid or expired token. Please request a new password reset link." },
  })),
  ...["first", "second"].map((time) => ({
    call: "POST /v0/waitlist_entries/",
    because: `the ${time} time`,
    json: { email: " Wait-{run}@Example.com" },
    status: 201,
    answer: { email: "wait-{run}@example.com" },
  })),
  {
    call: "PUT /v0/users/",
    because: "all is well",
    as: "empty",
    json: { first_name: " Ada ", last_name: "Lovelace", email: "{empty_email}", id: "{random}" },
    status: 200,
    answer: {
      data: { id: "{empty}", first_name: "Ada", last_name: "Lovelace", email: "{empty_email}", ...unproven },
    },
  },
  {
    call: "PUT /v0/users/",
    because: "the address is somebody else's",
    as: "empty",
    json: { first_name: "A", last_name: "B", email: "{email}", password: "{password}" },
    status: 409,
    answer: TAKEN,
  },
  ...[undefined, "Wrong-horse-1"].map(
    (password): Row => ({
      call: "PUT /v0/users/",
      because: `another address, the password ${password === undefined ? "left out" : "wrong"}`,
      as: "empty",
      json: { first_name: "Never", last_name: "B", email: "{email}", password },
      status: 400,
      answer: {
        errors: {
          password: [password === undefined ? "This field is required." : "This password is not right."],
        },
      },
    }),
  ),
  {
    call: "PUT /v0/users/",
    because: "another address waits until the link in its letter is opened",
    as: "empty",
    json: { first_name: "Ada", last_name: "L", email: " Next-{run}@example.com", password: "{password}" },
    status: 200,
    answer: {
      data: {
        id: "{empty}",
        first_name: "Ada",
        last_name: "L",
        email: "{empty_email}",
        email_verified: false,
        pending_email: "next-{run}@example.com",
        suspended: null,
      },
    },
  },
  {
    call: "POST /v0/users/verification/",
    because: "to the address that waits",
    as: "empty",
    status: 200,
    answer: { detail: "Check your inbox and spam folder for the link." },
  },
  ...(
    [
      ["/v0/verify-email/", "Invalid or expired token. Please request a new verification link."],
      ["/v0/undo-email/", "Invalid or expired token. This change can no longer be undone here."],
    ] as const
  ).map(([path, detail]) => ({
    call: `POST ${path}`,
    because: "a token that nobody was sent",
    json: { token: "made-up" },
    status: 400,
    answer: { detail },
  })),
  {
    call: "DELETE /v0/users/",
    because: "the password is wrong",
    as: "empty",
    json: { password: "Wrong-horse-1" },
    status: 400,
    answer: { errors: { password: ["This password is not right."] } },
  },
  {
    call: "PUT /v0/users/",
    because: "everything is missing",
    as: "empty",
    json: {},
    status: 400,
    answer: {
      errors: {
        first_name: ["This field is required."],
        last_name: ["This field is required."],
        email: ["This field is required."],
      },
    },
  },
];

const CHARACTERS = "A topic may not contain +, #, white space or control characters.";
const LEVEL = "A topic may not have an empty level.";
const topics = (
  [
    ["a/+/b", [CHARACTERS]],
    ["#", [CHARACTERS]],
    ["a b", [CHARACTERS]],
    ["a\u0001b", [CHARACTERS]],
    ["a\u00a0b", [CHARACTERS]],
    ["a//b", [LEVEL]],
    ["/a", [LEVEL]],
    ["a/", [LEVEL]],
    ["{user}/", [LEVEL]],
    ["+//", [CHARACTERS, LEVEL]],
    [`${"x".repeat(163)}y`, ["Ensure this field has no more than 200 bytes."]],
    [`${"é".repeat(82)}`, ["Ensure this field has no more than 200 bytes."]],
    ["", ["This field may not be blank."]],
    [null, ["This field may not be null."]],
    [["a"], ["Not a valid string."]],
    ["spare", ["This field must be unique."]],
    ["{user}/spare", ["This field must be unique."]],
  ] as const
).flatMap(([topic, sentences]) =>
  ["POST /v0/mqtt/channels/", "PUT /v0/mqtt/channels/{channel}/"].map(
    (call): Row => ({
      call,
      because: `topic ${JSON.stringify(topic)?.slice(0, 40)}`,
      as: "owner",
      json: { name: "Never", topic },
      status: 400,
      answer: { errors: { topic: sentences } },
    }),
  ),
);

const made = (fields: object) => ({ id: "<uuid>", created_at: "<moment>", ...fields });
const serverMade = {
  ...plain,
  name: "Tasmota",
  username: "<username>",
  server_made: true,
  password: "<password>",
  last_used: null,
  channels: [],
  view: "root",
  ws_path: "/mqtt",
};

const creations: Row[] = [
  {
    call: "POST /v0/mqtt/channels/",
    because: "with the prefix, the longest topic, white space around the name",
    as: "empty",
    json: { name: " Hall ", topic: `{empty}/${"x".repeat(163)}`, user_id: "{user}" },
    status: 201,
    answer: made({ name: "Hall", topic: `{empty}/${"x".repeat(163)}`, description: "", series: null }),
  },
  {
    call: "POST /v0/mqtt/channels",
    because: "somebody else's prefix is a topic like any other",
    as: "empty",
    json: { name: 5, topic: "{user}/a", description: "" },
    status: 201,
    answer: made({ name: "5", topic: "{empty}/{user}/a", description: "", series: null }),
  },
  {
    call: "POST /v0/devices/on-off/",
    because: "there is no API key",
    as: "empty",
    json: { name: "Lamp" },
    status: 400,
    answer: {
      errors: { non_field_errors: ["Before creating a device, please create a new API key."] },
    },
  },
  {
    call: "POST /v0/api-keys/",
    because: "all is well",
    as: "empty",
    status: 201,
    answer: made({ key: "<key>" }),
  },
  {
    call: "POST /v0/mqtt/credentials/",
    because: "channels as objects, one twice",
    as: "owner",
    json: {
      name: "Third",
      username: "third",
      password: " p ",
      channels: [spare, { id: "{channel}" }, spare],
    },
    status: 201,
    answer: made({
      name: "Third",
      username: "third",
      password: " p ",
      last_used: null,
      channels: [spare, door],
      ...plain,
    }),
  },
  {
    call: "POST /v0/mqtt/credentials/",
    because: "by its name alone, in root view: the rest is made, and it may do everything",
    as: "empty",
    json: { name: "Tasmota", view: "root" },
    status: 201,
    answer: made({ ...serverMade, grants: [{ filter: "#", publish: true, subscribe: true }] }),
  },
  {
    call: "POST /v0/mqtt/credentials/",
    because: "with grants, one with the prefix, and nothing besides",
    as: "empty",
    json: {
      name: "Tasmota",
      view: "root",
      channels: [],
      grants: [
        { filter: "{empty}/stat/%c/#", publish: "yes" },
        { filter: "/cmnd/+/%u", publish: false, subscribe: true },
      ],
    },
    status: 201,
    answer: made({
      ...serverMade,
      grants: [
        { filter: "stat/%c/#", publish: true, subscribe: false },
        { filter: "/cmnd/+/%u", publish: false, subscribe: true },
      ],
    }),
  },
  {
    call: "POST /v0/mqtt/credentials/",
    because: "in account view, of a device",
    as: "owner",
    json: { name: "Tasmota", device: "{device}" },
    status: 201,
    answer: made({ ...serverMade, view: "account", device: "{device}" }),
  },
  ...["a:b", "a/b"].map((username) => ({
    call: "POST /v0/mqtt/credentials/",
    because: `username ${username}`,
    as: "owner" as const,
    json: { name: "Never", username, password: "p" },
    status: 400,
    answer: { errors: { username: ["A username may not contain a colon or a slash."] } },
  })),
  ...["POST /v0/mqtt/credentials/", "PUT /v0/mqtt/credentials/{credential}/"].map((call) => ({
    call,
    because: "the username is there already",
    as: "owner" as const,
    json: { name: "Never", username: "spare", password: "p" },
    status: 400,
    answer: { errors: { username: ["This field must be unique."] } },
  })),
  ...([true, "true", "ON", 1, "yes"] as const).map(
    (state): Row => ({
      call: "POST /v0/devices/on-off/",
      because: `state ${JSON.stringify(state)}`,
      as: "empty",
      json: { name: "Pump", state },
      status: 201,
      answer: made({ name: "Pump", state: true, channels: [], connected: false, ...untouched }),
    }),
  ),
  ...([false, "off", 0, undefined] as const).map(
    (state): Row => ({
      call: "POST /v0/devices/on-off/",
      because: `state ${JSON.stringify(state)}`,
      as: "empty",
      json: { name: "x".repeat(100), state, id: "{device}", connected: true },
      status: 201,
      answer: made({
        name: "x".repeat(100),
        state: false,
        channels: [],
        connected: false,
        ...untouched,
      }),
    }),
  ),
];

const READS_HOME = { filter: "homeassistant/#", subscribe: true };
const changed = {
  ...spareCredential,
  name: "Spare 2",
  username: "spare-2",
  password: "new",
  channels: [door],
};

const changes: Row[] = [
  {
    call: "PUT /v0/mqtt/channels/{spare_channel}/",
    because: "all is well; the description was left out",
    as: "owner",
    json: { name: "Spare 2", topic: "spare/2" },
    status: 200,
    answer: { ...spare, name: "Spare 2", topic: "{user}/spare/2" },
  },
  {
    call: "PUT /v0/mqtt/credentials/{spare_credential}",
    because: "without slash, password and channels: those stay",
    as: "owner",
    json: { name: "Spare 2", username: "spare-2" },
    status: 200,
    answer: { ...spareCredential, name: "Spare 2", username: "spare-2" },
  },
  {
    call: "PUT /v0/mqtt/credentials/{spare_credential}/",
    because: "a new password and a channel",
    as: "owner",
    json: { name: "Spare 2", username: "spare-2", password: "new", channels: ["{channel}"] },
    status: 200,
    answer: changed,
  },
  {
    call: "PUT /v0/mqtt/credentials/{spare_credential}/",
    because: "the other view, a grant and a device; the user name stays",
    as: "owner",
    json: { name: "Spare 2", view: "root", grants: [READS_HOME], device: "{device}" },
    status: 200,
    answer: { ...changed, view: "root", grants: [{ ...READS_HOME, publish: false }], device: "{device}" },
  },
  {
    call: "PUT /v0/mqtt/credentials/{spare_credential}/",
    because: "back again",
    as: "owner",
    json: { name: "Spare 2", view: "account", grants: [], device: null },
    status: 200,
    answer: changed,
  },
  {
    call: "POST /v0/mqtt/credentials/{spare_credential}/rotate/",
    because: "a password is made, and the old one stays for a day",
    as: "owner",
    json: {},
    status: 200,
    answer: { ...changed, password: "<password>", old_password_until: "<moment>" },
  },
  {
    call: "POST /v0/mqtt/credentials/{spare_credential}/rotate/",
    because: "without overlap, to a password of one's own",
    as: "owner",
    json: { overlap: 0, password: "newer" },
    status: 200,
    answer: { ...changed, password: "newer" },
  },
  {
    call: "POST /v0/mqtt/credentials/{spare_credential}/rotate/",
    because: "to the password that it has",
    as: "owner",
    json: { password: "newer" },
    status: 400,
    answer: { errors: { password: ["This is the password that it has."] } },
  },
  read("/v0/mqtt/settings/", { profile: "full", home_assistant: false }),
  ...(["classic", "classic", "full"] as const).map(
    (profile): Row => ({
      call: "PUT /v0/mqtt/settings/",
      because: `it is to be ${profile}`,
      as: "owner",
      json: { profile },
      status: 200,
      answer: { profile, home_assistant: false },
    }),
  ),
  {
    call: "PUT /v0/devices/on-off/{spare_device}/",
    because: "the device object, with its channels as objects",
    as: "owner",
    json: { ...spareDevice, name: "Spare 2", channels: [door] },
    status: 200,
    answer: { ...spareDevice, name: "Spare 2", channels: [door] },
  },
  {
    call: "PUT /v0/devices/on-off/{spare_device}/",
    because: "without channels: they stay",
    as: "owner",
    json: { name: "Spare 3" },
    status: 200,
    answer: { ...spareDevice, name: "Spare 3", channels: [door] },
  },
  {
    call: "PUT /v0/devices/on-off/{spare_device}/",
    because: "how it is switched",
    as: "owner",
    json: { name: "Spare 3", command_ttl: "0", auto_off: 60, off_on_disconnect: "yes" },
    status: 200,
    answer: {
      ...spareDevice,
      name: "Spare 3",
      channels: [door],
      command_ttl: 0,
      auto_off: 60,
      off_on_disconnect: true,
    },
  },
  ...(
    [
      ["command_ttl", -1, "Ensure this value is greater than or equal to 0."],
      ["command_ttl", 604_801, "Ensure this value is less than or equal to 604800."],
      ["auto_off", 86_401, "Ensure this value is less than or equal to 86400."],
      ["auto_off", 1.5, "A valid integer is required."],
      ["auto_off", "soon", "A valid integer is required."],
      ["auto_off", null, "This field may not be null."],
      ["off_on_disconnect", "perhaps", "Must be a valid boolean."],
    ] as const
  ).flatMap(([field, value, sentence]) =>
    ["POST /v0/devices/on-off/", "PUT /v0/devices/on-off/{spare_device}/"].map(
      (call): Row => ({
        call,
        because: `${field} ${value}`,
        as: "owner",
        json: { name: "Never", [field]: value },
        status: 400,
        answer: { errors: { [field]: [sentence] } },
      }),
    ),
  ),
  {
    call: "POST /v0/devices/on-off/{spare_device}/switch/",
    because: "nobody is there to take it",
    as: "owner",
    json: { state: true, wait: 0 },
    status: 200,
    answer: { accepted_at: "<moment>", delivered_at: null, device_connected: false },
  },
  {
    call: "POST /v0/devices/on-off/{spare_device}/switch/",
    because: "a wait that is too long, and no state",
    as: "owner",
    json: { wait: 11 },
    status: 400,
    answer: {
      errors: {
        state: ["This field is required."],
        wait: ["Ensure this value is less than or equal to 10."],
      },
    },
  },
];

const removal = (path: string): Row[] => [
  { call: `DELETE ${path}`, because: "all is well", as: "owner", status: 204 },
  { call: `DELETE ${path}`, because: "gone", as: "owner", status: 404, answer: { detail: "Not found." } },
];

const ends: Row[] = [
  ...removal("/v0/mqtt/channels/{spare_channel}/"),
  ...removal("/v0/mqtt/credentials/{spare_credential}/"),
  ...removal("/v0/devices/on-off/{spare_device}/"),
  ...removal("/v0/api-keys/{key}/"),
  read("/v0/mqtt/channels/", [door], "after the end of the other"),
  read("/v0/api-keys/", [], "after the end of the only one"),
  { call: "POST /v0/logout/", because: "all is well", as: "owner", status: 204 },
  {
    call: "GET /v0/users/",
    because: "after logout",
    as: "owner",
    status: 401,
    answerHeaders: { "www-authenticate": "Token" },
    answer: { detail: "Invalid token." },
  },
];

/** In this order: rows that only look stand before those that change something. */
export const callRows: Row[] = [
  ...reads,
  ...eventQueries,
  ...badEventQueries,
  ...topics,
  ...accounts,
  ...creations,
  ...changes,
];
/** After everything else: they take away what other rows ask for. */
export const lastRows: Row[] = ends;
