import { expect, test } from "vitest";
import { storedFound, storedGrants, storedTiming } from "../../../worker/db/json-columns.ts";
import { storedNumbers, storedTexts } from "../../../worker/json.ts";

test.each([
  ["numbers", storedNumbers, '["1"]'],
  ["texts", storedTexts, "[1]"],
  ["grants", storedGrants, '[{"filter":"#","publish":1,"subscribe":true}]'],
  ["a timing", storedTiming, '{"cron":5}'],
  ["a found device", storedFound, '{"commandTopic":"a"}'],
  ["text that is no JSON", storedTexts, "["],
])("%s of another shape are refused where they are read", (_, read, text) => {
  expect(() => read(text)).toThrow();
});
