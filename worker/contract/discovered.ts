import * as z from "zod";
import { named, uuid } from "./fields.ts";

/** A device of another make that announces itself and is not adopted. */
export const FoundDevice = named("FoundDevice", {
  id: uuid(),
  name: z.string(),
  /** The software that announces it, if it says so. */
  source: z.string(),
  switchable: z.boolean(),
  /** Why it cannot be switched; null when it can. */
  why_not: z.string().nullable(),
  /** Its command topic below the account's prefix; null when it cannot be switched. */
  command_topic: z.string().nullable(),
  /** True on the last entry of a truncated list. */
  truncated: z.boolean(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;

/** An adopted device as it was announced then. Topics below the account's prefix. */
export const AdoptedAs = z.object({
  /** Null when unknown. */
  source: z.string().nullable(),
  command_topic: z.string(),
  /** Its state topic; null: it reports no state, and commands have no proof. */
  state_topic: z.string().nullable(),
  /** Its availability topics; none: it counts as online. */
  availability_topics: z.array(z.string()),
});
export type AdoptedAs = z.infer<typeof AdoptedAs>;
