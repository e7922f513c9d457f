/** The schemas of all tools have only keywords that the interfaces of large vendors load: one other ends the session. */

import { describe, expect, test } from "vitest";
import { inputSchemaOf, outputSchemaOf } from "../../../../worker/mcp/tool.ts";
import { TOOLS } from "../../../../worker/mcp/tools.ts";

const KEYWORDS = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "format",
  "pattern",
  "default",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);
const TYPES = ["object", "string", "integer", "number", "boolean", "array"];
/** Formats that a schema names only as a hint. */
const FORMATS = ["uuid", "date-time"];

/** Returns the faults of a schema and of all schemas in it. */
function faultsOf(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [`${at} is no schema`];
  const {
    type,
    properties = {},
    items,
    additionalProperties,
    format,
    ...rest
  } = schema as Record<string, unknown>;
  const others = Object.keys(rest).filter((each) => !KEYWORDS.has(each));
  return [
    ...others.map((each) => `${at} has ${each}`),
    ...(typeof type === "string" && TYPES.includes(type) ? [] : [`${at} has not one type`]),
    ...(additionalProperties === undefined || additionalProperties === false
      ? []
      : [`${at} has a schema of other properties`]),
    ...(format === undefined || FORMATS.includes(String(format)) ? [] : [`${at} has the format ${format}`]),
    ...(items === undefined ? [] : faultsOf(items, `${at}[]`)),
    ...Object.entries(properties as object).flatMap(([key, each]) => faultsOf(each, `${at}.${key}`)),
  ];
}

describe("the input of each tool", () => {
  test.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, { input }) => {
    const { $schema, ...schema } = inputSchemaOf(input) as Record<string, unknown>;
    expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(faultsOf(schema, name)).toEqual([]);
  });
});

describe("the output of each tool", () => {
  test.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, { output }) => {
    const { $schema: _, ...schema } = outputSchemaOf(output) as Record<string, unknown>;
    expect(faultsOf(schema, name)).toEqual([]);
    expect(schema).toMatchObject({ type: "object" });
  });
});

test("the guard finds the keywords of records, unions and several types", () => {
  const set = { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "string" } };
  expect(faultsOf(set, "set")).toEqual(["set has propertyNames", "set has a schema of other properties"]);
  expect(faultsOf({ anyOf: [] }, "a")).toEqual(["a has anyOf", "a has not one type"]);
  expect(faultsOf({ type: ["string", "null"] }, "a")).toEqual(["a has not one type"]);
});
