/** The table of limits for operators has the rows of the code. */

import { expect, it } from "vitest";
import type { LimitRow } from "../../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { REASONS } from "../../broker/session/reason.ts";
import { API_LIMITS } from "../../worker/contract/api-limits.ts";
import { files, textOf } from "./sources.ts";

const ROWS: [string, LimitRow][] = [...Object.entries(BROKER_LIMITS), ...Object.entries(API_LIMITS)];

const reasonCode = (name: string): string => {
  const { code, close } = REASONS[name as keyof typeof REASONS];
  // no CONNACK carries the code
  if (close === 1013) return String(close);
  return `0x${code.toString(16).padStart(2, "0").toUpperCase()}`;
};

function lineOf([name, { default: value, unit, account, isCopied, mqtt, http }]: [string, LimitRow]): string {
  const answers = [mqtt && reasonCode(mqtt.reason), http?.status].filter((each) => each !== undefined);
  const cells = [
    `\`${name}\``,
    typeof value === "number" ? value.toLocaleString("en-US") : value,
    isCopied ? `${unit} *` : unit,
    account === undefined ? "" : `\`--${account.replaceAll("_", "-")}\``,
    answers.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}

it("lists every limit in the page for operators, as the code has it", () => {
  const [, section = ""] = textOf("worker/OPERATING.md").split("\n## Limits\n");
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  expect(lines).toEqual(ROWS.map(lineOf));
});

it("reads each limit where the matter is judged, beside its row and its variable", () => {
  const tables = /^(broker\/contract\/limits|worker\/(contract\/api-limits|env))\.ts$/;
  const code = files
    .filter((file) => /^(broker|worker)\/.*\.ts$/.test(file) && !tables.test(file))
    .map(textOf);
  const unread = ROWS.filter(([name]) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  expect(unread.map(([name]) => name)).toEqual([]);
});

it("copies no limit into a connection that an operator may change for one account", () => {
  expect(ROWS.filter(([, row]) => row.isCopied && row.account !== undefined)).toEqual([]);
});

it("gives each limit of one account its own name", () => {
  const names = ROWS.flatMap(([, { account }]) => account ?? []);
  expect(names).toEqual([...new Set(names)]);
});

it("names the limit in its sentence where a client meets it, so that the refusal's remedy can name it", () => {
  const without = ROWS.filter(([name, { mqtt }]) => mqtt !== undefined && !mqtt.words(1, 2).includes(name));
  expect(without).toEqual([]);
});

/** Tests that reach a limit, below `test/unit/`, where the list of its kind has no row: their clients are of another kind. */
const REACHED_BY: Record<"mqtt" | "http", Record<string, string>> = {
  mqtt: {
    MQTT_MAX_CLIENT_ID_BYTES: "broker/limits.test.ts",
    MQTT_MAX_CONNECTIONS: "broker/limits.test.ts",
    MQTT_CONNECT_RATE: "broker/limits.test.ts",
    MQTT_PUBLISH_RATE: "broker/limits.test.ts",
    MQTT_SUBSCRIBE_RATE: "core/session/subscribe.test.ts",
    MAX_SERIES: "broker/telemetry.test.ts",
    MAX_SAMPLES_A_MESSAGE: "broker/sample-lists.test.ts",
    MAX_ROWS_A_DAY: "broker/rows-a-day.test.ts",
    MQTT_FRAME_RATE: "broker/frames.test.ts",
    MQTT_MAX_QUEUED: "broker/limits.test.ts",
    MQTT_MAX_UNSENT: "broker/limits.test.ts",
  },
  http: {
    READ_RATE: "worker/throttle/counting.test.ts",
    MAX_REQUESTS: "worker/api/replies.test.ts",
    MAX_APPROVALS: "worker/api/ask-first.test.ts",
    MAX_ROWS_A_DAY: "worker/api/rows-used-up.test.ts",
    GUEST_ROWS_PERCENT: "worker/api/guests-bounded.test.ts",
    MAX_USERS: "worker/api/caps.test.ts",
    MAX_FOUND_DEVICES: "worker/api/discovered.test.ts",
    MAX_APPS: "worker/api/oauth.test.ts",
    MAX_GUESTS: "worker/api/guests.test.ts",
    MAX_EXPORT_BYTES: "worker/api/export.test.ts",
    MAX_BODIES: "worker/api/bodies.test.ts",
    BODY_DEADLINE: "worker/api/bodies.test.ts",
  },
};
const LIST_OF = { mqtt: "broker/limit-reasons.test.ts", http: "worker/faults/edges.test.ts" };

const COMMENT = /^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm;
const isReached = (name: string, file: string) =>
  new RegExp(`\\b${name}\\b`).test(textOf(`test/unit/${file}`).replaceAll(COMMENT, ""));

it.each(["mqtt", "http"] as const)(
  "reaches each limit with an answer over %s in its list, or the named test",
  (way) => {
    const names = ROWS.flatMap(([name, row]) => (row[way] === undefined ? [] : name));
    const elsewhere = REACHED_BY[way];
    const unlisted = names.filter((name) => !isReached(name, LIST_OF[way]));
    expect(unlisted.sort()).toEqual(Object.keys(elsewhere).sort());
    expect(unlisted.filter((name) => !isReached(name, elsewhere[name] ?? ""))).toEqual([]);
  },
);
