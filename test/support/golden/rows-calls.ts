/** The successful response of each call, and the call's own rules. */

import { VERSION } from "../../../worker/contract/version.ts";
import { aChannel, aCredential, aDevice } from "../nouns.ts";
import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

/** Without what the server gives a new noun. */
const unmade = <Noun extends { id: string; created_at: string }>({ id: _, created_at: __, ...rest }: Noun) =>
  rest;

const door = aChannel({
  id: "{channel}",
  name: "Door",
  topic: "{user}/house/door",
  description: "Front",
  created_at: "{channel_at}",
});
const spare = aChannel({
  id: "{spare_channel}",
  name: "Spare",
  topic: "{user}/spare",
  created_at: "{spare_channel_at}",
});
const reach = { host: "<depends>", port: "<depends>", tls_port: null, ws_url: "<depends>" };
const plain = { ...unmade(aCredential({ view: "account" })), ...reach, ws_path: "/mqtt/{user}" };
const board = {
  ...plain,
  id: "{credential}",
  name: "Board",
  username: "board",
  password: "s3cret",
  created_at: "{credential_at}",
  channels: [door],
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
const untouched = unmade(aDevice({ command_ttl: 86400, kind: "own" }));
const lamp = { ...untouched, id: "{device}", name: "Lamp", channels: [door], created_at: "{device_at}" };
const spareDevice = {
  ...lamp,
  id: "{spare_device}",
  name: "Spare",
  created_at: "{spare_device_at}",
  channels: [],
};
const changedDevice = {
  ...spareDevice,
  name: "Spare 3",
  channels: [door],
  command_ttl: 0,
  auto_off: 60,
  off_on_disconnect: true,
};
const inKitchen = { ...changedDevice, room: "Kitchen", pinned: true };
const arranged = { ...inKitchen, tiles: [{ key: null, place: 2000, size: "L" }] };
const unproven = {
  email_verified: false,
  pending_email: null,
  suspended: null,
  time_zone: null,
  clock: "12",
};
const person = { id: "{user}", first_name: "", last_name: "", email: "{email}", ...unproven };

const read = (call: string, answer: unknown, because = "all is well"): GoldenRow =>
  goldenRow("owner", `GET ${call}`, because, { answer });
const nothing = (path: string): GoldenRow =>
  goldenRow("empty", `GET ${path}`, "there is nothing", { answer: [] });

const LISTS = [
  read("/v0/users/", person),
  read("/v0/api-keys/", [{ id: "{key}", key: "{key_text}", created_at: "{key_at}" }]),
  read("/v0/mqtt/channels/", [door, spare]),
  read("/v0/mqtt/credentials/", [board, spareCredential]),
  read("/v0/devices/on-off/", [lamp, spareDevice]),
  read("/v0/devices/found/", []),
];

const reads: GoldenRow[] = [
  goldenRow("nobody", "GET /v0/health/", "all is well", { answer: { status: "ok", version: VERSION } }),
  goldenRow("nobody", "GET /v0/broker/", "nobody needs to log in", { answer: "<depends>" }),
  goldenRow("nobody", "GET /v0/count/users/", "nobody needs to log in", {
    answer: { total: "<depends>", max: "<depends>" },
  }),
  goldenRow("nobody", "GET /v0/health/", "a stale token does not matter", {
    headers: { Authorization: "Token gone" },
    answer: { status: "ok", version: VERSION },
  }),
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
  goldenRow("owner", "DELETE /v0/devices/on-off/{device}/link/", "there was none", { status: 204 }),
  goldenRow("owner", "POST /v0/devices/on-off/{spare_device}/link/", "it is theirs", {
    status: 201,
    answer: { url: "<depends>", token: "<token>", expires_at: "<moment>" },
  }),
  goldenRow("nobody", "POST /v0/device-link/", "a token that nobody was given", {
    json: { token: "made-up" },
    ...NOT_FOUND,
  }),
  nothing("/v0/mqtt/clients/"),
  nothing("/v0/mqtt/log/"),
  goldenRow("owner", "POST /v0/mqtt/log/{random}/fix/", "nothing of the kind was refused", NOT_FOUND),
  goldenRow("owner", "DELETE /v0/mqtt/clients/{random}/", "nobody has this connection", NOT_FOUND),
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
  read("/v0/devices/on-off/?size=1&pinned=true", [lamp], "none is pinned"),
  read("/v0/devices/on-off/?size=100", [lamp, spareDevice], "more than there are"),
  ...["0", "-1", "x", "", "1.5", "1e1"].map((size) =>
    read(`/v0/devices/on-off/?size=${size}`, [lamp, spareDevice], `an invalid size: ${size}`),
  ),
];

const WRONG_MOMENT =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const EVENTS = "/v0/events/devices/on-off/";

const eventQueries: GoldenRow[] = [
  "size=0",
  "size=-5",
  "size=1000000",
  "size=7",
  "device={random}",
  "device={other_device}",
  "event_type=turned_on",
  "search=lamp",
  "search=%25",
  "search='%20OR%201=1--",
  "from=2026-01-01",
  "from=2026-01-01T00:00:00Z",
  "from=2026-01-01T00:00",
  "to=2026-01-01T00:00:00.123456%2B02:00",
  "before=abc.{random}",
  "device=&size=&search=",
  "unknown=1",
  "size=3&size=4",
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
    ["from=2026-02-30", "from", WRONG_MOMENT],
    ["to=2027-02-29T00:00Z", "to", WRONG_MOMENT],
    ["to=2026-01-01T24:30", "to", WRONG_MOMENT],
    [`search=${"x".repeat(201)}`, "search", "Ensure this field has no more than 200 characters."],
  ] as const
).map(
  ([query, field, sentence]): GoldenRow =>
    goldenRow("owner", `GET ${EVENTS}?${query}`, `a bad ${field}`, {
      ...validationErrors({ [field]: [sentence] }),
    }),
);

const session = (email: string) => ({
  data: { token: "<session>", user: { id: "<uuid>", first_name: "", last_name: "", email, ...unproven } },
});
const WRONG_PAIR = { errors: { non_field_errors: ["Unable to log in with provided credentials."] } };
const TAKEN = { detail: "A user with this email already exists. Try logging in." };
const register = (because: string, json: unknown) => ({ call: "POST /v0/register/", because, json });
const login = (because: string, json: unknown) => ({ call: "POST /v0/login/", because, json });

const accounts: GoldenRow[] = [
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
    ...validationErrors({ confirm_password: ["Passwords do not match"] }),
  })),
  {
    ...login("all is well", { email: "{email}", password: "{password}" }),
    status: 200,
    answer: { data: { token: "<session>", user: person } },
  },
  {
    ...login("the address in other letters, a stale token", { email: " {email} ", password: "{password}" }),
    headers: { Authorization: "Token gone" },
    status: 200,
    answer: { data: { token: "<session>", user: person } },
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
  ...["{email}", "nobody-{run}@example.com"].map((email) =>
    goldenRow("nobody", "POST /v0/forgot-password/", `the same for ${email}`, {
      json: { email },
      answer: {
        detail: "Check your inbox and spam folder for a password reset link if the email is registered.",
      },
    }),
  ),
  ...["/v0/validate-reset-token/", "/v0/reset-password/"].map((path) =>
    goldenRow("nobody", `POST ${path}`, "a token that nobody was sent", {
      json: { token: "made-up", password: "{password}" },
      status: 400,
      answer: { detail: "Invalid or expired token. Please request a new password reset link." },
    }),
  ),
  ...["first", "second"].map((time) =>
    goldenRow("nobody", "POST /v0/waitlist_entries/", `the ${time} time`, {
      json: { email: " Wait-{run}@Example.com" },
      status: 201,
      answer: { email: "wait-{run}@example.com" },
    }),
  ),
  goldenRow("empty", "PUT /v0/users/", "all is well", {
    json: { first_name: " Ada ", last_name: "Lovelace", email: "{empty_email}", id: "{random}" },
    answer: {
      data: { id: "{empty}", first_name: "Ada", last_name: "Lovelace", email: "{empty_email}", ...unproven },
    },
  }),
  goldenRow("empty", "PUT /v0/users/", "the address is somebody else's", {
    json: { first_name: "A", last_name: "B", email: "{email}", password: "{password}" },
    status: 409,
    answer: TAKEN,
  }),
  ...[undefined, "Wrong-horse-1"].map(
    (password): GoldenRow =>
      goldenRow(
        "empty",
        "PUT /v0/users/",
        `another address, the password ${password === undefined ? "left out" : "wrong"}`,
        {
          json: { first_name: "Never", last_name: "B", email: "{email}", password },
          ...validationErrors({
            password: [password === undefined ? "This field is required." : "This password is wrong."],
          }),
        },
      ),
  ),
  goldenRow("empty", "PUT /v0/users/", "another address waits until the link in its letter is opened", {
    json: { first_name: "Ada", last_name: "L", email: " Next-{run}@example.com", password: "{password}" },
    answer: {
      data: {
        id: "{empty}",
        first_name: "Ada",
        last_name: "L",
        email: "{empty_email}",
        email_verified: false,
        pending_email: "next-{run}@example.com",
        suspended: null,
        time_zone: null,
        clock: "12",
      },
    },
  }),
  goldenRow("empty", "POST /v0/users/verification/", "to the address that waits", {
    answer: { detail: "Check your inbox and spam folder for the link." },
  }),
  ...(
    [
      ["/v0/verify-email/", "Invalid or expired token. Please request a new verification link."],
      ["/v0/undo-email/", "Invalid or expired token. This change can no longer be undone here."],
    ] as const
  ).map(([path, detail]) =>
    goldenRow("nobody", `POST ${path}`, "a token that nobody was sent", {
      json: { token: "made-up" },
      status: 400,
      answer: { detail },
    }),
  ),
  goldenRow("empty", "DELETE /v0/users/", "the password is wrong", {
    json: { password: "Wrong-horse-1" },
    ...validationErrors({ password: ["This password is wrong."] }),
  }),
  goldenRow("empty", "PUT /v0/users/", "everything is missing", {
    json: {},
    ...validationErrors({
      first_name: ["This field is required."],
      last_name: ["This field is required."],
      email: ["This field is required."],
    }),
  }),
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
    (call): GoldenRow => ({
      call,
      because: `topic ${JSON.stringify(topic)?.slice(0, 40)}`,
      as: "owner",
      json: { name: "Never", topic },
      ...validationErrors({ topic: sentences }),
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

const creations: GoldenRow[] = [
  goldenRow(
    "empty",
    "POST /v0/mqtt/channels/",
    "with the prefix, the longest topic, white space around the name",
    {
      json: { name: " Hall ", topic: `{empty}/${"x".repeat(163)}`, user_id: "{user}" },
      status: 201,
      answer: made({ ...unmade(aChannel()), name: "Hall", topic: `{empty}/${"x".repeat(163)}` }),
    },
  ),
  goldenRow("empty", "POST /v0/mqtt/channels", "somebody else's prefix is a topic like any other", {
    json: { name: 5, topic: "{user}/a", description: "" },
    status: 201,
    answer: made({ name: "5", topic: "{empty}/{user}/a", description: "", series: null }),
  }),
  goldenRow("empty", "POST /v0/devices/on-off/", "there is no API key", {
    json: { name: "Lamp" },
    ...validationErrors({ non_field_errors: ["Before creating a device, please create a new API key."] }),
  }),
  goldenRow("empty", "POST /v0/api-keys/", "all is well", { status: 201, answer: made({ key: "<key>" }) }),
  goldenRow("owner", "POST /v0/mqtt/credentials/", "channels as objects, one twice", {
    json: {
      name: "Third",
      username: "third",
      password: " p ",
      channels: [spare, { id: "{channel}" }, spare],
    },
    status: 201,
    answer: made({
      ...plain,
      name: "Third",
      username: "third",
      password: " p ",
      channels: [spare, door],
    }),
  }),
  goldenRow(
    "empty",
    "POST /v0/mqtt/credentials/",
    "by its name alone, in root view: the rest is made, and it may do everything",
    {
      json: { name: "Tasmota", view: "root" },
      status: 201,
      answer: made({ ...serverMade, grants: [{ filter: "#", publish: true, subscribe: true }] }),
    },
  ),
  goldenRow("empty", "POST /v0/mqtt/credentials/", "with grants, one with the prefix, and nothing besides", {
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
  }),
  goldenRow("owner", "POST /v0/mqtt/credentials/", "in account view, of a device", {
    json: { name: "Tasmota", device: "{device}" },
    status: 201,
    answer: made({ ...serverMade, view: "account", device: "{device}" }),
  }),
  goldenRow("owner", "POST /v0/mqtt/credentials/", "username a:b", {
    json: { name: "Never", username: "a:b", password: "p" },
    ...validationErrors({ username: ["A username may not contain a colon."] }),
  }),
  goldenRow("owner", "POST /v0/mqtt/credentials/", "username with an id", {
    json: { name: "Never", username: "b0000000-0000-4000-8000-000000000001/b", password: "p" },
    ...validationErrors({ username: ["A username may not begin with an id and a slash."] }),
  }),
  ...["POST /v0/mqtt/credentials/", "PUT /v0/mqtt/credentials/{credential}/"].map((call) => ({
    call,
    because: "the username is there already",
    as: "owner" as const,
    json: { name: "Never", username: "spare", password: "p" },
    ...validationErrors({ username: ["This field must be unique."] }),
  })),
  ...([true, "true", "ON", 1, "yes"] as const).map(
    (state): GoldenRow =>
      goldenRow("empty", "POST /v0/devices/on-off/", `state ${JSON.stringify(state)}`, {
        json: { name: "Pump", state },
        status: 201,
        answer: made({ ...untouched, name: "Pump", state: true }),
      }),
  ),
  ...([false, "off", 0, undefined] as const).map(
    (state): GoldenRow =>
      goldenRow("empty", "POST /v0/devices/on-off/", `state ${JSON.stringify(state)}`, {
        json: { name: "x".repeat(100), state, id: "{device}", connected: true },
        status: 201,
        answer: made({ ...untouched, name: "x".repeat(100) }),
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

const changes: GoldenRow[] = [
  goldenRow("owner", "PUT /v0/mqtt/channels/{spare_channel}/", "all is well; the description was left out", {
    json: { name: "Spare 2", topic: "spare/2" },
    answer: { ...spare, name: "Spare 2", topic: "{user}/spare/2" },
  }),
  goldenRow(
    "owner",
    "PUT /v0/mqtt/credentials/{spare_credential}",
    "without slash, password and channels: those stay",
    {
      json: { name: "Spare 2", username: "spare-2" },
      answer: { ...spareCredential, name: "Spare 2", username: "spare-2" },
    },
  ),
  goldenRow("owner", "PUT /v0/mqtt/credentials/{spare_credential}/", "a new password and a channel", {
    json: { name: "Spare 2", username: "spare-2", password: "new", channels: ["{channel}"] },
    answer: changed,
  }),
  goldenRow(
    "owner",
    "PUT /v0/mqtt/credentials/{spare_credential}/",
    "the other view, a grant and a device; the user name stays",
    {
      json: { name: "Spare 2", view: "root", grants: [READS_HOME], device: "{device}" },
      answer: { ...changed, view: "root", grants: [{ ...READS_HOME, publish: false }], device: "{device}" },
    },
  ),
  goldenRow("owner", "PUT /v0/mqtt/credentials/{spare_credential}/", "back again", {
    json: { name: "Spare 2", view: "account", grants: [], device: null },
    answer: changed,
  }),
  goldenRow(
    "owner",
    "POST /v0/mqtt/credentials/{spare_credential}/rotate/",
    "a password is made, and the old one stays for a day",
    { json: {}, answer: { ...changed, password: "<password>", old_password_until: "<moment>" } },
  ),
  goldenRow(
    "owner",
    "POST /v0/mqtt/credentials/{spare_credential}/rotate/",
    "without overlap, to a password of one's own",
    { json: { overlap: 0, password: "newer" }, answer: { ...changed, password: "newer" } },
  ),
  goldenRow("owner", "POST /v0/mqtt/credentials/{spare_credential}/rotate/", "to the password that it has", {
    json: { password: "newer" },
    ...validationErrors({ password: ["This is already its password."] }),
  }),
  read("/v0/history/?filter=%23&order=oldest", { messages: [], next: null }),
  read("/v0/mqtt/settings/", { profile: "full", home_assistant: false, history: [] }),
  ...(["classic", "classic", "full"] as const).map(
    (profile): GoldenRow =>
      goldenRow("owner", "PUT /v0/mqtt/settings/", `it is to be ${profile}`, {
        json: { profile },
        answer: { profile, home_assistant: false, history: [] },
      }),
  ),
  goldenRow(
    "owner",
    "PUT /v0/devices/on-off/{spare_device}/",
    "the device object, with its channels as objects",
    {
      json: { ...spareDevice, name: "Spare 2", channels: [door] },
      answer: { ...spareDevice, name: "Spare 2", channels: [door] },
    },
  ),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "without channels: they stay", {
    json: { name: "Spare 3" },
    answer: { ...spareDevice, name: "Spare 3", channels: [door] },
  }),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "how it is switched", {
    json: { name: "Spare 3", command_ttl: "0", auto_off: 60, off_on_disconnect: "yes" },
    answer: changedDevice,
  }),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "it gets a room, and is pinned", {
    json: { name: "Spare 3", room: " Kitchen ", pinned: "true" },
    answer: inKitchen,
  }),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "without a room: it stays", {
    json: { name: "Spare 3" },
    answer: inKitchen,
  }),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "its tile gets a place and a size", {
    json: { name: "Spare 3", tiles: [{ key: null, place: "2000", size: "L" }] },
    answer: arranged,
  }),
  goldenRow("owner", "PUT /v0/devices/on-off/{spare_device}/", "without tiles: they stay", {
    json: { name: "Spare 3" },
    answer: arranged,
  }),
  read("/v0/devices/on-off/?size=1&pinned=true", [arranged], "one is pinned, and not the first"),
  ...(
    [
      ["command_ttl", -1, "Ensure this value is greater than or equal to 0."],
      ["command_ttl", 604_801, "Ensure this value is less than or equal to 604800."],
      ["auto_off", 86_401, "Ensure this value is less than or equal to 86400."],
      ["auto_off", 1.5, "A valid integer is required."],
      ["auto_off", "soon", "A valid integer is required."],
      ["auto_off", null, "This field may not be null."],
      ["off_on_disconnect", "perhaps", "Must be a valid boolean."],
      ["pinned", "perhaps", "Must be a valid boolean."],
      ["room", "x".repeat(51), "Ensure this field has no more than 50 characters."],
    ] as const
  ).flatMap(([field, value, sentence]) =>
    ["POST /v0/devices/on-off/", "PUT /v0/devices/on-off/{spare_device}/"].map(
      (call): GoldenRow => ({
        call,
        because: `${field} ${value}`,
        as: "owner",
        json: { name: "Never", [field]: value },
        ...validationErrors({ [field]: [sentence] }),
      }),
    ),
  ),
  goldenRow("owner", "POST /v0/devices/on-off/{spare_device}/switch/", "nobody is there to take it", {
    json: { state: true, wait: 0 },
    answer: { accepted_at: "<moment>", delivered_at: null, device_connected: false, set: null },
  }),
  goldenRow(
    "owner",
    "POST /v0/devices/on-off/{spare_device}/switch/",
    "a wait that is too long, and no state",
    {
      json: { wait: 11 },
      ...validationErrors({
        state: ["This field is required."],
        wait: ["Ensure this value is less than or equal to 10."],
      }),
    },
  ),
];

const removal = (path: string): GoldenRow[] => [
  { call: `DELETE ${path}`, because: "all is well", as: "owner", status: 204 },
  { call: `DELETE ${path}`, because: "gone", as: "owner", ...NOT_FOUND },
];

const ends: GoldenRow[] = [
  ...removal("/v0/mqtt/channels/{spare_channel}/"),
  ...removal("/v0/mqtt/credentials/{spare_credential}/"),
  ...removal("/v0/devices/on-off/{spare_device}/"),
  ...removal("/v0/api-keys/{key}/"),
  read("/v0/mqtt/channels/", [door], "after the end of the other"),
  read("/v0/api-keys/", [], "after the end of the only one"),
  { call: "POST /v0/logout/", because: "all is well", as: "owner", status: 204 },
  goldenRow("owner", "GET /v0/users/", "after logout", {
    status: 401,
    answerHeaders: { "www-authenticate": "Token" },
    answer: { detail: "Invalid token." },
  }),
];

/** In this order: reads come before changes. */
export const callRows: GoldenRow[] = [
  ...reads,
  ...eventQueries,
  ...badEventQueries,
  ...topics,
  ...accounts,
  ...creations,
  ...changes,
];
/** Last, because they delete what other rows read. */
export const lastRows: GoldenRow[] = ends;
