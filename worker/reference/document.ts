/** The part of OpenAPI 3.1 that the document uses. */

import * as z from "zod";

// The validating schemas as JSON Schema: named ones once, under `components`.

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Collects named schemas while the document is made. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /** What a caller sends (`input`), or the API answers (`output`). */
  add(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    // wrapped, so that a named schema is a reference, too
    const { $defs, items } = z.toJSONSchema(z.array(schema), { io, override: tidy[io] });
    const moved = JSON.stringify({ $defs, items }).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $defs: named, items: root } = JSON.parse(moved);
    Object.assign(this.schemas, named);
    return root;
  }
}

type Override = NonNullable<z.core.JSONSchemaGeneratorParams["override"]>;

/** A format replaces zod's long patterns; the safe integers are no limit of ours. */
const output: Override = ({ jsonSchema: json }) => {
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

/** A preprocessed field would accept anything: the inner schema says what is required. */
const input: Override = (context) => {
  output(context);
  const { jsonSchema: json, zodSchema: schema } = context;
  // zod leaves out the examples of fields that it transforms
  const { examples } = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) json.examples = examples;
  if (json.type !== "object" || json.properties === undefined) return;
  const missing = z.safeParse(schema, {}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  const required = [...new Set(missing)].filter((name) => Object.hasOwn(json.properties ?? {}, name));
  if (required.length > 0) json.required = required;
  else delete json.required;
};

const tidy = { input, output };

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; headers?: Record<string, unknown>; content?: Content }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  description?: string;
  required: boolean;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}
