/** Schemas that the OpenAPI document defines once, by their export names. */

import * as z from "zod";

export const NAMES = z.registry<{ id: string }>();

export function named(schemas: Record<string, z.ZodType>): void {
  for (const [id, schema] of Object.entries(schemas)) NAMES.add(schema, { id });
}
