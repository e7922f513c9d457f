/** Schemas that the OpenAPI document shows once, each under the name by which it is exported. */

import { z } from "zod";

export const NAMES = z.registry<{ id: string }>();

export function named(schemas: Record<string, z.ZodType>): void {
  for (const [id, schema] of Object.entries(schemas)) NAMES.add(schema, { id });
}
