/** The body of an error response. */
import * as z from "zod";

export const Problem = z.union([
  z.object({ detail: z.string(), request_id: z.string().optional() }),
  z.object({ errors: z.record(z.string(), z.array(z.string())) }),
]);
export type Problem = z.infer<typeof Problem>;
