/** An error repeats what was sent within bounds: no answer grows with the request. */

import { expect, test } from "vitest";
import { cutSentence, invalid, methodNotAllowed, misdirected, notJson } from "../../../worker/errors.ts";

const LONG = "x\u{1f600}".repeat(30_000);
const size = (value: unknown) => JSON.stringify(value).length;

test.each([
  ["many fields", invalid(Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`f${n}`, [LONG]])))],
  ["many sentences of one field", invalid({ a: Array.from({ length: 9000 }, () => LONG) })],
  ["a field with a long name", invalid({ [LONG]: ["x"] })],
  ["a media type", notJson(LONG)],
  ["a host", misdirected(LONG, true)],
  ["a method", methodNotAllowed(LONG, "GET")],
])("of %s", (_, error) => {
  expect(size(error.body)).toBeLessThan(64_000);
  expect(size(error.message)).toBeLessThan(10_000);
});

test("the errors beyond the first 32 are counted", () => {
  const { body } = invalid({ a: Array.from({ length: 40 }, (_, n) => `No ${n}.`) });
  expect(body).toMatchObject({ errors: { non_field_errors: ["There are 8 more errors."] } });
});

test("a short sentence stays as it is", () => expect(cutSentence("Bad.")).toBe("Bad."));

test("a refused media type names the right one", () =>
  expect(notJson("text/plain").body).toEqual({
    detail: 'Unsupported media type "text/plain" in request. Send it with Content-Type: application/json.',
  }));
