/** Errors of a body's lists name the entry: without it, the sender of 30 entries looks for the wrong one. */

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CALLS } from "../../../../worker/contract/api.ts";
import { fieldErrors } from "../../../../worker/contract/field-errors.ts";
import { MAX_ERROR_SENTENCES } from "../../../../worker/contract/limits.ts";
import { type ErrorBody, invalid } from "../../../../worker/errors.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isList = (schema: JsonSchema): boolean =>
  schema.type === "array" || (schema.anyOf ?? []).some((each) => isList(each as JsonSchema));

/** Each list of each body: calls add to it by themselves. */
const LISTS = Object.entries(CALLS).flatMap(([call, row]) => {
  if (!("request" in row)) return [];
  const request: z.ZodType = row.request;
  if (!(request instanceof z.ZodObject)) return [];
  const shape: Record<string, z.ZodType> = request.shape;
  const lists = Object.keys(shape).filter((field) =>
    isList(z.toJSONSchema(shape[field] as z.ZodType, { io: "input", unrepresentable: "any" })),
  );
  return lists.map((field) => ({ call, field, request }));
});

const errorsOf = (request: z.ZodType, body: unknown) => {
  const { error } = request.safeParse(body);
  return error === undefined ? {} : fieldErrors(error);
};

describe("an error of an entry names its index", () => {
  test("in the lists of controls, labels, tiles, grants, scopes and series", () => {
    const fields = new Set(LISTS.map(({ field }) => field));
    for (const field of ["controls", "value_labels", "tiles", "grants", "scopes", "series", "targets"])
      expect(fields).toContain(field);
  });

  test.each(LISTS)("$call, $field", ({ field, request }) => {
    const sentences = errorsOf(request, { [field]: [true] })[field] ?? [];
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^0(\.\w+)*: ./);
  });

  test("and the field inside it, also of a list inside an object", () => {
    const { createWatch, updateDevice, createChannel } = CALLS;
    expect(errorsOf(updateDevice.request, { name: "x", controls: [{ key: "a", kind: "text" }, {}] })).toEqual(
      {
        controls: ["1.key: This field is required.", "1.kind: This field is required."],
      },
    );
    const twice = { key: "a", kind: "text" };
    expect(errorsOf(updateDevice.request, { name: "x", controls: [twice, twice] })).toEqual({
      controls: ["1: The key `a` is listed twice."],
    });
    const events = { name: "x", when: { events: ["connected", "exploded"] }, targets: [] };
    expect(errorsOf(createWatch.request, events).when).toContainEqual(
      expect.stringMatching(/^events\.1: "exploded" is not/),
    );
    const series = [{ path: "/a", name: "a" }, { path: "/b" }];
    expect(errorsOf(createChannel.request, { name: "x", topic: "x", series })).toEqual({
      series: ["1.name: This field is required."],
    });
  });
});

test.each([5, 50])("%i wrong entries have a short answer, which counts those that it leaves out", (wrong) => {
  const grants = Array.from({ length: wrong }, () => ({}));
  const errors = errorsOf(CALLS.createCredential.request, { name: "x", view: "odd", grants });
  const all = Object.values(errors).flat();
  const { errors: sent } = invalid(errors).body as Extract<ErrorBody, { errors: object }>;
  const { non_field_errors: more = [], ...fields } = sent;
  expect(Object.values(fields).flat()).toEqual(all.slice(0, MAX_ERROR_SENTENCES));
  const left = all.length - MAX_ERROR_SENTENCES;
  expect(more).toEqual(left > 0 ? [`There are ${left} more errors.`] : []);
});
