/** Schedules: valid bodies, and the message for each mistake. */

import { aSchedule } from "../nouns.ts";
import { type GoldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const LIST = "/v0/devices/on-off/{device}/schedules/";
const ONE = `${LIST}{schedule}/`;
const when = { cron: "30 18 * * 1-5" };
const plan = { when, time_zone: "Europe/Berlin" };
const body = { name: "Evening", state: true, ...plan };
const {
  id: _,
  created_at: __,
  ...told
} = aSchedule({
  ...body,
  missed: "skip",
  grace: "PT10M",
  enabled: true,
  next_at: "<moment>",
});
const evening = { id: "{schedule}", created_at: "{schedule_at}", ...told };
/** As the list of all devices has it. */
const listed = (more: object) => ({ id: "<uuid>", device_id: "{device}", ...told, ...more });
const tokyo = { time_zone: "Asia/Tokyo", place: { lat: 35.68, lon: 139.69 } };
const made = (more: object) => ({ id: "<uuid>", created_at: "<moment>", ...told, ...more });

const dusk = {
  name: "Dusk",
  state: false,
  when: { sun: "sunset", offset: "-PT30M", days: [0, 6] },
  ...tokyo,
  missed: "once",
  grace: "PT24H",
  enabled: false,
  next_at: null,
};
const once = { when: { at: "2100-01-01T00:00:00.000Z" } };
const dawn = { ...tokyo, name: "Dawn", when: { sun: "sunrise", offset: "PT0S" } };

const row = (call: string, because: string, rest: Omit<GoldenRow, "call" | "because" | "as">): GoldenRow => ({
  call,
  because,
  as: "owner",
  ...rest,
});

const FIVE_FIELDS =
  "Use five fields: minute, hour, day of the month, month and day of the week; 30 18 * * 1-5 is every weekday at 18:30.";
const NO_MOMENT = "Use a date and a time: YYYY-MM-DDThh:mm[:ss][Z|+HH:MM|-HH:MM].";
const DAYS = "Days go with sunrise or sunset: one or more of 0 (Sunday) to 6 (Saturday).";
const mistakes = (
  [
    ["when", "is missing", undefined, "This field is required."],
    ["when", "is no object", "daily", "Invalid data. Expected a dictionary, but got str."],
    ["when", "says nothing", {}, "Use one of cron, sun or at."],
    ["when", "says two things", { ...when, sun: "sunset" }, "Use one of cron, sun or at."],
    ["when", "has four fields", { cron: "30 18 * *" }, FIVE_FIELDS],
    ["when", "has six fields", { cron: "0 30 18 * * 1-5" }, FIVE_FIELDS],
    ["when", "is a nickname", { cron: "@daily" }, FIVE_FIELDS],
    ["when", "has minute 61", { cron: "61 * * * *" }, `minute: 61 is not 0 to 59. ${FIVE_FIELDS}`],
    ["when", "never comes", { cron: "0 0 30 2 *" }, "This never comes."],
    ["when", "has passed", { at: "2020-01-01T00:00:00Z" }, "This moment has passed."],
    ["when", "is no moment", { at: "tomorrow" }, NO_MOMENT],
    ...["2027-02-29T07:00", "2027-04-31T07:00:00Z", "2027-02-32T07:00", "2027-01-01T24:30", "2027-06-01"].map(
      (at) => ["when", `does not exist: ${at}`, { at }, NO_MOMENT] as const,
    ),
    ["when", "is no sun's", { sun: "noon" }, '"noon" is not a valid choice.'],
    [
      "when",
      "has no duration",
      { sun: "sunset", offset: "30m" },
      "Use an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT10M.",
    ],
    ["when", "has no days", { sun: "sunset", days: [] }, DAYS],
    ["when", "has days twice", { ...when, days: [1] }, DAYS],
    [
      "when",
      "has an eighth day",
      { sun: "sunset", days: [7] },
      "days.0: Ensure this value is less than or equal to 6.",
    ],
    ["when", "is half a day off", { sun: "sunset", offset: "-PT13H" }, "This duration is too long."],
    ["time_zone", "is missing", undefined, "This field is required."],
    ["time_zone", "is unknown", "Berlin", "Use the IANA name of a time zone, such as Europe/Berlin."],
    ["time_zone", "is an offset", "+01:00", "Use the IANA name of a time zone, such as Europe/Berlin."],
    ["place", "is no place", { lat: 91, lon: 0 }, "Ensure this value is less than or equal to 90."],
  ] as const
).flatMap(([field, because, value, sentence]) =>
  [`POST ${LIST}`, `POST ${LIST}preview/`, `PUT ${ONE}`].map((call) =>
    row(call, `${field} ${because}`, {
      json: { ...body, [field]: value },
      ...validationErrors({ [field]: [sentence] }),
    }),
  ),
);

export const scheduleRows: readonly GoldenRow[] = [
  row(`GET ${LIST}`, "there is one", { status: 200, answer: [evening] }),
  row("GET /v0/devices/on-off/{spare_device}/schedules/", "an empty list", { status: 200, answer: [] }),
  row(`GET ${ONE}runs/`, "nothing was due yet", { status: 200, answer: [] }),
  ...mistakes,
  row(`POST ${LIST}`, "sunset without a place", {
    json: { ...body, when: { sun: "sunset" } },
    ...validationErrors({ place: ["Sunrise and sunset need a place: its latitude and longitude."] }),
  }),
  row(`POST ${LIST}`, "every mistake at once", {
    json: { name: "", state: "maybe", missed: "twice", grace: "P2D", when, time_zone: "UTC" },
    ...validationErrors({
      name: ["This field may not be blank."],
      state: ["Must be a valid boolean."],
      missed: ['"twice" is not a valid choice.'],
      grace: ["This duration is too long."],
    }),
  }),
  row(`POST ${LIST}preview/`, "a weekday's evening", {
    json: plan,
    status: 200,
    answer: { next: ["<moment>", "<moment>", "<moment>"] },
  }),
  row(`POST ${LIST}preview/`, "once, in local time", {
    json: { when: { at: "2199-07-01T12:00" }, time_zone: "Europe/Berlin" },
    status: 200,
    answer: { next: ["2199-07-01T10:00:00.000Z"] },
  }),
  row(`POST ${LIST}preview/`, "once, with a zone of its own", {
    json: { when: { at: "2199-07-01T12:00:05+05:45" }, time_zone: "Europe/Berlin" },
    status: 200,
    answer: { next: ["2199-07-01T06:15:05.000Z"] },
  }),
  row(`POST ${LIST}`, "the sun says when, and all is said", {
    json: {
      name: " Dusk ",
      state: "off",
      when: { sun: "sunset", offset: "-PT30M", days: [6, "0", 6] },
      ...tokyo,
      missed: "once",
      grace: "P1D",
      enabled: false,
    },
    status: 201,
    answer: made(dusk),
  }),
  row(`POST ${LIST}`, "seven days are every day", {
    json: { ...body, ...tokyo, name: "Dawn", when: { sun: "sunrise", days: [0, 1, 2, 3, 4, 5, 6] } },
    status: 201,
    answer: made(dawn),
  }),
  // the latest of all, whatever the time of the day is
  row(`PUT ${ONE}`, "it runs once", {
    json: { ...body, ...once },
    status: 200,
    answer: { ...evening, ...once },
  }),
  row("GET /v0/schedules/", "all devices, without a next time last", {
    status: 200,
    answer: [listed(dawn), listed({ id: "{schedule}", ...once }), listed(dusk)],
  }),
  row(`PUT ${ONE}`, "it is paused, and what is left out stays", {
    json: { ...body, enabled: false },
    status: 200,
    answer: { ...evening, enabled: false, next_at: null },
  }),
  row(`PUT ${ONE}`, "it goes on", { json: { ...body, enabled: true }, status: 200, answer: evening }),
  ...["{random}", "{other_schedule}"].flatMap((id) =>
    [`PUT ${LIST}${id}/`, `DELETE ${LIST}${id}/`, `GET ${LIST}${id}/runs/`].map((call) =>
      row(call, "nobody's, or another's", {
        ...(call.startsWith("PUT") && { json: {} }),
        ...NOT_FOUND,
      }),
    ),
  ),
  row("PUT /v0/devices/on-off/{spare_device}/schedules/{schedule}/", "another device's", {
    json: body,
    ...NOT_FOUND,
  }),
  row(`DELETE ${ONE}`, "all is well", { status: 204 }),
  row(`GET ${ONE}runs/`, "it is gone", NOT_FOUND),
];
