/** The validating schemas as JSON Schema: named ones once, under `components`. */

import * as z from "zod";
import { NAMES } from "../contract/named.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Collects named schemas while the document is made. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** What a caller sends. */
  request(schema: z.ZodType): JsonSchema {
    return this.add(schema, "input");
  }

  /** What the API answers. */
  response(schema: z.ZodType): JsonSchema {
    return this.add(schema, "output");
  }

  private add(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      io,
      metadata: NAMES,
      override: ({ zodSchema, jsonSchema }) => {
        tidy(jsonSchema, zodSchema);
        if (io === "input") markRequired(jsonSchema, zodSchema);
      },
    });
    for (const [name, named] of Object.entries($defs ?? {})) this.schemas[name] = withComponentRefs(named);
    return withComponentRefs(root);
  }
}

/** A format replaces zod's long patterns; the safe integers are no limit of ours. */
function tidy(json: JsonSchema, schema: z.core.$ZodType): void {
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  Object.assign(json, z.globalRegistry.get(schema));
}

/** A preprocessed field would accept anything: the inner schema says what is required. */
function markRequired(json: JsonSchema, schema: z.core.$ZodType): void {
  if (json.type !== "object" || json.properties === undefined) return;
  const missing = z.safeParse(schema, {}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  const required = [...new Set(missing)].filter((name) => Object.hasOwn(json.properties ?? {}, name));
  if (required.length > 0) json.required = required;
  else delete json.required;
}

function withComponentRefs<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
