import { expect, test } from "vitest";
import { foundColumn, grantsColumn, labelsColumn, timingColumn } from "../../../worker/db/json-columns.ts";
import { storedNumbers, storedTexts } from "../../../worker/json.ts";

test.each([
  ["numbers", storedNumbers, '["1"]'],
  ["texts", storedTexts, "[1]"],
  ["text that is no JSON", storedTexts, "["],
  ["grants", grantsColumn.read, '{"version":1,"value":[{"filter":"#","publish":1,"subscribe":true}]}'],
  ["a timing", timingColumn.read, '{"version":1,"value":{"cron":5}}'],
  ["a found device", foundColumn.read, '{"version":1,"value":{"commandTopic":"a"}}'],
  ["a column without a version", labelsColumn.read, "{}"],
  ["a column of a version that the code does not know", labelsColumn.read, '{"version":2,"value":{}}'],
])("%s of another format are refused when read", (_, read, text) => {
  expect(() => read(text)).toThrow();
});

test("a column returns the value that was written to it", () => {
  const labels = { temperature: { name: "Bath", unit: null } };
  const text = labelsColumn.write(labels);
  expect(text).toBe('{"version":1,"value":{"temperature":{"name":"Bath","unit":null}}}');
  expect(labelsColumn.read(text)).toEqual(labels);
});
