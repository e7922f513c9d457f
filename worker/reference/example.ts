import type { JsonSchema } from "./schemas.ts";

/** Makes a valid value of the required fields. A schema's own example goes before one by its type. */
export function exampleOf(schema: JsonSchema | boolean): unknown {
  if (typeof schema === "boolean") return "…";
  const { examples, enum: choices, type, minimum, format, properties = {}, required = [] } = schema;
  const example = (examples ?? choices)?.[0];
  if (example !== undefined) return example;
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
  if (type === "array") return [];
  if (type === "boolean") return true;
  if (type === "integer") return minimum;
  return format === "email" ? "ada@example.com" : "…";
}
