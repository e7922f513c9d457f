import { z } from "zod";
import { Channel } from "./channel.ts";
import { channelIds } from "./channel-ids.ts";
import { moment, secret, text, uuid } from "./fields.ts";

export const Credential = z.object({
  id: uuid(),
  name: z.string(),
  username: z.string(),
  password: z.string(),
  created_at: moment(),
  last_used: moment().nullable(),
  channels: z.array(Channel),
});
export type Credential = z.infer<typeof Credential>;

const username = () =>
  text({ max: 128 }).refine((value) => !/[:/]/.test(value), "A username may not contain a colon or a slash.");

export const CredentialCreate = z.object({
  name: text({ max: 100 }),
  username: username(),
  password: secret({ max: 128 }),
  channels: channelIds().optional(),
});
export type CredentialCreate = z.input<typeof CredentialCreate>;

export const CredentialUpdate = CredentialCreate.extend({ password: secret({ max: 128 }).optional() });
export type CredentialUpdate = z.input<typeof CredentialUpdate>;
