/** The part of OpenAPI 3.1 that the document uses. */

import type { JsonSchema } from "./schemas.ts";

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
