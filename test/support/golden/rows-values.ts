/** Values of devices and channels: the responses before any was measured, and every mistake. */

import { MESSAGES } from "../../../worker/contract/sentences.ts";
import { aChannel } from "../nouns.ts";
import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const LEVEL = { path: "/tank/level", unit: "cm", name: "level" };
const TEMPERATURE = { path: "/tank/temperature", unit: "°C", name: "temperature" };
const DEVICE = "/v0/devices/on-off/{spare_device}/";
const CHANNEL = "/v0/mqtt/channels/{spare_channel}/";

const read = (call: string, answer: unknown, because = "nothing was told yet"): GoldenRow =>
  goldenRow("owner", `GET ${call}`, because, { answer });
const refused = (
  call: string,
  because: string,
  errors: Record<string, string[]>,
  json?: unknown,
): GoldenRow =>
  goldenRow("owner", call, because, { ...(json !== undefined && { json }), ...validationErrors(errors) });

const spare = aChannel({
  id: "{spare_channel}",
  name: "Spare 2",
  topic: "{user}/spare/2",
  created_at: "{spare_channel_at}",
});
const body = { name: "Spare 2", topic: "spare/2" };
const changed = (because: string, series: unknown, stored: unknown): GoldenRow =>
  goldenRow("owner", `PUT ${CHANNEL}`, because, {
    json: { ...body, series },
    answer: { ...spare, series: stored },
  });

const write = (
  call: string,
  because: string,
  csv: string,
  answer: Partial<GoldenRow>,
  type = "text/csv",
): GoldenRow => goldenRow("owner", `PUT ${call}`, because, { raw: csv, type, ...answer });
const written = (fields: object) => ({
  answer: { key: "spare", written: 0, existing: 0, expired: 0, ...fields },
});
const series: GoldenRow[] = [
  read(`${CHANNEL}values/`, []),
  refused(`GET ${CHANNEL}series/`, "it is no series", { key: ["This channel has no series."] }),
  changed("it is a series", LEVEL, LEVEL),
  changed("the series stays where it is left out", undefined, LEVEL),
  read(`${CHANNEL}series/`, { key: "level", name: null, unit: "cm", resolution: "raw", points: [] }),
  read(`${CHANNEL}series/?key=other&resolution=1h`, {
    key: "other",
    name: null,
    unit: "cm",
    resolution: "1h",
    points: [],
  }),
  write(
    `${CHANNEL}series/?resolution=1h`,
    "an hour that is older than values are stored",
    "at,value\r\n2001-01-01T00:00:00.000Z,1\r\n",
    written({ key: "level", expired: 1 }),
  ),
  changed(
    "a bare number, without a unit",
    { path: "", unit: "", name: " level " },
    { path: "", unit: null, name: "level" },
  ),
  changed("a list of one is one series", [LEVEL], LEVEL),
  changed("it is several series", [LEVEL, TEMPERATURE], [LEVEL, TEMPERATURE]),
  refused(`GET ${CHANNEL}series/`, "it is several series", {
    key: ["This channel has several series: name the key of one."],
  }),
  changed("the series is removed", null, null),
];

const badSeries = (
  [
    ["level", "Invalid data. Expected a dictionary, but got str."],
    [{ name: "level" }, "This field is required."],
    [{ path: "" }, "This field is required."],
    [{ path: 5, name: "level" }, "Not a valid string."],
    [{ path: "level", name: "level" }, "Not a valid JSON Pointer: write /a/b, or nothing."],
    [{ path: "/a~2", name: "level" }, "Not a valid JSON Pointer: write /a/b, or nothing."],
    [{ path: `/${"x".repeat(200)}`, name: "level" }, "Ensure this field has no more than 200 characters."],
    [{ path: "", name: " " }, "This field may not be blank."],
    [{ path: "", name: "x".repeat(65) }, "Ensure this field has no more than 64 characters."],
    [{ path: "", name: "level", unit: "x".repeat(17) }, "Ensure this field has no more than 16 characters."],
    [[], "This list may not be empty."],
    [[LEVEL, "level"], "1: Invalid data. Expected a dictionary, but got str."],
    [[LEVEL, { path: "level", name: "l" }], "1.path: Not a valid JSON Pointer: write /a/b, or nothing."],
    [[LEVEL, { path: "/l", name: "level" }], "1.name: Give each series of the channel a name of its own."],
    [
      Array.from({ length: 11 }, (_, n) => ({ path: "", name: `level ${n}` })),
      "Ensure this field has no more than 10 elements.",
    ],
  ] as const
).flatMap(([value, sentence]) =>
  ["POST /v0/mqtt/channels/", `PUT ${CHANNEL}`].map((call) =>
    refused(
      call,
      `series ${JSON.stringify(value).slice(0, 40)}`,
      { series: [sentence] },
      { ...body, series: value },
    ),
  ),
);

const shownValues: GoldenRow[] = [
  read(`${DEVICE}values/`, []),
  read(`${DEVICE}series/?key=level`, { key: "level", name: null, unit: null, resolution: "raw", points: [] }),
  read(`${DEVICE}series/?key=level&from=2026-01-01&to=2026-01-02T00:00:00Z&resolution=1m&field=max`, {
    key: "level",
    name: null,
    unit: null,
    resolution: "1m",
    points: [],
  }),
  ...(
    [
      ["field=increase", "raw"],
      ["field=integral&resolution=1h", "1h"],
      ["field=increase&resolution=day&time_zone=Europe%2FBerlin", "day"],
      ["field=integral&resolution=week&from=2026-03-23&to=2026-04-06&time_zone=Europe%2FBerlin", "week"],
      ["field=max&resolution=month", "month"],
    ] as const
  ).map(([query, resolution]) =>
    read(`${DEVICE}series/?key=level&${query}`, {
      key: "level",
      name: null,
      unit: null,
      resolution,
      points: [],
    }),
  ),
  refused(
    `PUT ${DEVICE}`,
    "three values to show",
    { shown_values: ["Ensure this field has no more than 2 elements."] },
    { name: "Spare", shown_values: ["a", "b", "c"] },
  ),
];

const WRONG_MOMENT =
  "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const badQueries = (
  [
    ["", "key", "This field is required."],
    ["key=level&from=now", "from", WRONG_MOMENT],
    ["key=level&from=2026-04-31", "from", WRONG_MOMENT],
    ["key=level&to=1700000000000", "to", WRONG_MOMENT],
    ["key=level&resolution=5m", "resolution", '"5m" is not a valid choice.'],
    ["key=level&field=median", "field", '"median" is not a valid choice.'],
    ["key=level&field=increase&resolution=year", "resolution", '"year" is not a valid choice.'],
    ["key=level&resolution=day&time_zone=Europe%2FBern", "time_zone", MESSAGES.wrongZone],
    [
      `key=level&time_zone=${"x".repeat(65)}`,
      "time_zone",
      "Ensure this field has no more than 64 characters.",
    ],
    ["key=level&from=2026-01-02&to=2026-01-01", "to", "Ensure this moment is not before `from`."],
    [`key=${"x".repeat(65)}`, "key", "Ensure this field has no more than 64 characters."],
  ] as const
).map(([query, field, sentence]) =>
  refused(`GET ${DEVICE}series/?${query}`, `a bad ${field}: ${query.slice(0, 40)}`, { [field]: [sentence] }),
);

const HOUR = "2026-01-22T13:00:00.000Z";
const line = (sentence: string) => validationErrors({ csv: [sentence] });
const NO_HOUR = (n: number) =>
  line(`Line ${n} is no full hour with a number, such as 2026-11-22T13:00:00.000Z,21.5.`);
const NO_HEADER = line(
  "The first line must be a header, such as at,value. Each other line is an hour, such as 2026-11-22T13:00:00.000Z,21.5.",
);
const SPARE_HOURS = `${DEVICE}series/?key=spare&resolution=1h`;

const writtenHours: GoldenRow[] = [
  write(SPARE_HOURS, "no hour", "at,value\r\n", written({})),
  write(
    SPARE_HOURS,
    "older than values are stored, in any order",
    "at,value\r\n2001-01-01T01:00:00.000Z,1\r\n2001-01-01T00:00:00Z,-1.5e3\n",
    written({ expired: 2 }),
  ),
  write(SPARE_HOURS, "an empty body", "", NO_HEADER),
  write(SPARE_HOURS, "no header", `${HOUR},1\r\n`, NO_HEADER),
  write(SPARE_HOURS, "another text", "hello", NO_HEADER),
  write(SPARE_HOURS, "no number", `at,value\r\n${HOUR},x\r\n`, NO_HOUR(2)),
  write(SPARE_HOURS, "no full hour", "at,value\r\n2026-01-22T13:00:01.000Z,1\r\n", NO_HOUR(2)),
  write(SPARE_HOURS, "the second row is broken", `at,value\r\n2001-01-01T00:00:00Z,1\r\nend`, NO_HOUR(3)),
  write(SPARE_HOURS, "a number without bound", `at,value\r\n${HOUR},1e301\r\n`, NO_HOUR(2)),
  write(
    SPARE_HOURS,
    "in the future",
    "at,value\r\n9999-01-01T00:00:00.000Z,1\r\n",
    line("Line 2 is in the future."),
  ),
  write(
    SPARE_HOURS,
    "JSON",
    "{}",
    {
      status: 415,
      answer: {
        detail: 'Unsupported media type "application/json" in request. Send it with Content-Type: text/csv.',
      },
    },
    "application/json",
  ),
  write(
    `${DEVICE}series/?key=a%20b&resolution=1d`,
    "a bad key, and days",
    "",
    validationErrors({
      key: ["A key has only A to Z, a to z, 0 to 9, _, - and the point."],
      resolution: ['"1d" is not a valid choice.'],
    }),
  ),
  write(
    `${CHANNEL}series/?resolution=1h`,
    "it is no series",
    "at,value\r\n",
    validationErrors({ key: ["This channel has no series."] }),
  ),
  write("/v0/devices/on-off/{random}/series/?key=a&resolution=1h", "another device", "", NOT_FOUND),
  refused(
    `POST ${DEVICE}telemetry/?from=%2Fuplink`,
    "a pointer into nothing",
    { from: ["There is no object at `/uplink` in the body."] },
    {},
  ),
  goldenRow("owner", `POST ${DEVICE}telemetry/`, "no value", {
    json: {},
    status: 202,
    answer: { kept: [], refused: [] },
  }),
  goldenRow("owner", "POST /v0/devices/on-off/{random}/telemetry/", "another device", {
    json: {},
    ...NOT_FOUND,
  }),
];

const METRICS = `# HELP switchyard_device_connected 1 while the device is connected.
# TYPE switchyard_device_connected gauge
# HELP switchyard_device_on 1 where the device was last switched on.
# TYPE switchyard_device_on gauge
# HELP switchyard_value The last value of a series, until it is overdue by its own habit.
# TYPE switchyard_value gauge
# HELP switchyard_value_age_seconds How long ago the value was measured.
# TYPE switchyard_value_age_seconds gauge
`;
const metrics = (accept: string, type: string, answer: string): GoldenRow =>
  goldenRow("empty", "GET /v0/values/metrics/", `Accept: ${accept}`, {
    headers: { Accept: accept },
    answerHeaders: { "content-type": `${type}; charset=utf-8` },
    answer,
  });
/** For an account that has nothing yet. */
export const metricRows = [
  metrics("*/*", "text/plain; version=0.0.4", METRICS),
  metrics("application/json", "text/plain; version=0.0.4", METRICS),
  metrics("application/openmetrics-text", "application/openmetrics-text; version=1.0.0", `${METRICS}# EOF\n`),
];

export const valueRows: GoldenRow[] = [
  ...series,
  ...badSeries,
  ...shownValues,
  ...badQueries,
  ...writtenHours,
];
