import { z } from "zod";
import { uuid } from "./fields.ts";

/** A device of somebody else's making that announces itself, and is not adopted. */
export const FoundDevice = z.object({
  id: uuid(),
  name: z.string(),
  /** Whose announcement it is, as far as it says so. */
  source: z.string(),
  switchable: z.boolean(),
  /** In words; null where it can be switched. */
  why_not: z.string().nullable(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;
