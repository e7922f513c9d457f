import { z } from "zod";
import { uuid } from "./fields.ts";
import { named } from "./named.ts";

/** A device of somebody else's making that announces itself, and is not adopted. */
export const FoundDevice = z.object({
  id: uuid(),
  name: z.string(),
  /** Whose announcement it is, as far as it says so. */
  source: z.string(),
  switchable: z.boolean(),
  /** In words; null where it can be switched. */
  why_not: z.string().nullable(),
  /** Where its commands go, below the account's root; null where it cannot be switched. */
  command_topic: z.string().nullable(),
  /** True on the last of a list that was cut: there are more. */
  truncated: z.boolean(),
});
export type FoundDevice = z.infer<typeof FoundDevice>;

/** What an adopted one is, as it announced itself then. Topics below the account's root. */
export const AdoptedAs = z.object({
  /** Null where it was adopted before that was kept. */
  source: z.string().nullable(),
  command_topic: z.string(),
  /** Where it says how it is; null: nowhere, and so nothing is proven. */
  state_topic: z.string().nullable(),
  /** Where it says whether it is there; of one that has none, nobody knows better. */
  availability_topics: z.array(z.string()),
});
export type AdoptedAs = z.infer<typeof AdoptedAs>;

named({ FoundDevice });
