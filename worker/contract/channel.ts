import { z } from "zod";
import { moment, text, uuid } from "./fields.ts";

export const Channel = z.object({
  id: uuid(),
  name: z.string(),
  /** With the `{userId}/` prefix. */
  topic: z.string(),
  description: z.string(),
  created_at: moment(),
});
export type Channel = z.infer<typeof Channel>;

export const ChannelBody = z.object({
  name: text({ max: 100 }),
  /** With or without the account's own prefix; what a topic may hold is checked where it is stored. */
  topic: text(),
  description: text({ max: 500, blank: true }).optional(),
});
export type ChannelBody = z.input<typeof ChannelBody>;
