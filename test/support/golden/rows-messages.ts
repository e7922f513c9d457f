/** Messages over HTTP: publish, retain, read and remove, and every path that is not a topic. */

import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const LAMP = "/v0/messages/lamp/state";
const nobody = (topic: string) => ({ topic, readers: 0, acknowledged: 0, waiting: 0 });
const publish = (call: string, because: string, topic: string, rest: Partial<GoldenRow> = {}): GoldenRow =>
  goldenRow("owner", `POST ${call}`, because, {
    raw: "on",
    type: "text/plain",
    status: 202,
    answer: nobody(topic),
    ...rest,
  });
const retained = (topic: string, rest: object = {}) => ({
  topic,
  payload: "on",
  encoding: "utf-8",
  bytes: 2,
  qos: 0,
  content_type: "text/plain",
  at: "<moment>",
  by: { kind: "session", id: null, name: null, exists: true },
  ...rest,
});
const WILDCARD = "A topic has no wildcards: name one topic, without + and #.";
const NOT_UTF8 = "The topic is not percent-encoded UTF-8: write % as %25.";

const published: readonly GoldenRow[] = [
  publish("/v0/messages/lamp/set", "nobody reads it", "lamp/set"),
  publish(`${LAMP}?qos=1&retain=true&wait=3`, "retained", "lamp/state", { json: undefined }),
  goldenRow("owner", `GET ${LAMP}`, "as it was published", {
    answer: "on",
    answerHeaders: {
      "content-type": "text/plain",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  }),
  goldenRow("owner", `GET ${LAMP}`, "the tag of any message", {
    headers: { "If-None-Match": "*" },
    status: 304,
    answer: "",
  }),
  publish("/v0/messages/{user}/whole?retain=yes", "with the account's id", "whole", { type: "" }),
  publish("/v0/messages/a%2Fb%20c/%25/?retain=1", "encoded, with an empty level", "a/b c/%/", {
    type: "text/html; charset=utf-8",
  }),
  publish("/v0/messages//a", "an empty level first", "/a"),
  publish("/v0/messages/%2F", "two empty levels", "/"),
  publish("/v0/messages/a//", "two empty levels last", "a//"),
  publish("/v0/messages/a%0Ab", "a line break", "a\nb"),
  publish("/v0/messages/a/./%2E/../b", "levels that a URL parser resolves", "b"),
  publish("/v0/messages/%F0%9F%92%A1", "a lamp", "💡"),
  goldenRow("owner", "PUT /v0/messages/a", "no such method", {
    status: 405,
    answer: { detail: 'Method "PUT" not allowed.' },
    answerHeaders: { allow: "GET, POST, DELETE, HEAD, OPTIONS" },
  }),
  goldenRow("owner", "GET /v0/messages/", "all by topic", {
    answer: [
      retained("a/b c/%/", { content_type: "text/html; charset=utf-8" }),
      retained("lamp/state", { qos: 1 }),
      retained("whole", { content_type: null }),
    ],
  }),
  goldenRow("owner", "GET /v0/messages/?filter=lamp/%2B&limit=500", "of a filter", {
    answer: [retained("lamp/state", { qos: 1 })],
  }),
  goldenRow("owner", "GET /v0/messages/?limit=1&after=a/b%20c/%25/", "a page", {
    answer: [retained("lamp/state", { qos: 1 })],
  }),
  goldenRow("owner", "GET /v0/messages/?filter=lamp/%2B&preview=1", "beginnings", {
    answer: [retained("lamp/state", { qos: 1, payload: "o" })],
  }),
  goldenRow("owner", "DELETE /v0/messages/?filter=whole/%23", "a branch", {
    answer: { deleted: 1, refused: 0, remaining: 0, next: null },
  }),
  goldenRow("owner", "DELETE /v0/messages/", "a branch without a filter", {
    ...validationErrors({ filter: ["This field is required."] }),
  }),
  goldenRow("empty", "GET /v0/messages/", "nothing is retained", { answer: [] }),
  goldenRow("empty", `GET ${LAMP}`, "another account's", NOT_FOUND),
  goldenRow("owner", "DELETE /v0/messages/whole", "all is well", { status: 204 }),
  goldenRow("owner", "DELETE /v0/messages/a%2Fb%20c/%25/", "all is well", { status: 204 }),
  goldenRow("owner", `DELETE ${LAMP}`, "all is well", { status: 204 }),
  goldenRow("owner", `DELETE ${LAMP}`, "it is gone already", { status: 204 }),
  goldenRow("owner", `GET ${LAMP}`, "gone", NOT_FOUND),
  goldenRow("nobody", "GET /v0/history/", "no token", {
    status: 401,
    answer: { detail: "Authentication credentials were not provided." },
  }),
  goldenRow("nobody", "DELETE /v0/messages/?filter=%23", "no token", {
    status: 401,
    answer: { detail: "Authentication credentials were not provided." },
  }),
  goldenRow("nobody", "GET /v0/messages/", "no token", {
    status: 401,
    answer: { detail: "Authentication credentials were not provided." },
  }),
];

const wrongTopics = [
  ["a/%2B", WILDCARD],
  ["+/a", WILDCARD],
  ["a/%23", WILDCARD],
  ["a%00", "A topic may not contain U+0000: leave it out."],
  ["%ff", NOT_UTF8],
  ["%C0%AF", NOT_UTF8],
  ["%", NOT_UTF8],
  ["a%2", NOT_UTF8],
  ["x".repeat(513), "A topic has at most 512 bytes (MQTT_MAX_TOPIC_BYTES): choose a shorter one."],
  ["a/".repeat(16), "A topic has at most 16 levels (MQTT_MAX_TOPIC_LEVELS): leave some out."],
].flatMap(([path, sentence]) =>
  ["POST", "GET", "DELETE"].map((method) =>
    goldenRow(
      "owner",
      `${method} /v0/messages/${path}`,
      `${path?.slice(0, 10)} is no topic`,
      validationErrors({ topic: [sentence] }),
    ),
  ),
);

const wrongQueries: readonly GoldenRow[] = [
  goldenRow("owner", "POST /v0/messages/a?qos=3&retain=maybe&wait=11", "an invalid query", {
    ...validationErrors({
      qos: ["Ensure this value is less than or equal to 2."],
      retain: ["Must be a valid boolean."],
      wait: ["Ensure this value is less than or equal to 10."],
    }),
  }),
  goldenRow("owner", "GET /v0/messages/?filter=a%23&limit=x", "an invalid filter", {
    ...validationErrors({
      filter: ["+ and # stand for whole levels of a filter, # for the last."],
      limit: ["A valid integer is required."],
    }),
  }),
  goldenRow("owner", "POST /v0/messages/devices/{device}/status", "where the broker alone publishes", {
    status: 403,
    answer: {
      detail:
        '"devices/{device}/status" may not be published to: only the broker publishes on a device\'s status topic.',
    },
  }),
];

const strangers = ["POST", "GET", "DELETE"].map((method) =>
  goldenRow("nobody", `${method} ${LAMP}`, "no token", {
    status: 401,
    answer: { detail: "Authentication credentials were not provided." },
  }),
);

export const messageRows: readonly GoldenRow[] = [
  ...published,
  ...wrongTopics,
  ...wrongQueries,
  ...strangers,
];
