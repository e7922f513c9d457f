import { z } from "zod";
import { VIEWS } from "../../broker/contract/grants.ts";
import { Channel } from "./channel.ts";
import { channelIds } from "./channel-ids.ts";
import { choice, moment, secret, text, uuid, wholeNumber } from "./fields.ts";
import { Grant, grantList } from "./grant.ts";
import { OVERLAP } from "./limits.ts";
import { named } from "./named.ts";

export const Credential = z.object({
  id: uuid(),
  name: z.string(),
  username: z.string(),
  /** The user name is the service's own: nobody else has it, and it names the account on every way in. */
  server_made: z.boolean(),
  password: z.string(),
  created_at: moment(),
  last_used: moment().nullable(),
  channels: z.array(Channel),
  /** How its clients see topics: with the account's prefix, or without. */
  view: z.enum(VIEWS),
  grants: z.array(Grant),
  /** The device that its clients are. */
  device: uuid().nullable(),
  /** What to type in beside user name and password; null where the service does not know it or does not offer it. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  tls_port: z.int().nullable(),
  ws_url: z.string().nullable(),
  ws_path: z.string(),
  /** Until when the password before this one is as good; null where there is none. */
  old_password_until: moment().nullable(),
  /** When somebody last used it. */
  old_password_last_used: moment().nullable(),
});
export type Credential = z.infer<typeof Credential>;

const username = () =>
  text({ max: 128 }).refine((value) => !/[:/]/.test(value), "A username may not contain a colon or a slash.");
const password = () => secret({ max: 128 });
/** Whose it is is checked with the database. */
const deviceId = () =>
  uuid()
    .transform((value) => value.toLowerCase())
    .nullable();

/** A user name or password that is left out is made by the service. */
export const CredentialCreate = z.object({
  name: text({ max: 100 }),
  username: username().optional(),
  password: password().optional(),
  channels: channelIds().optional(),
  view: choice(VIEWS).optional(),
  grants: grantList().optional(),
  device: deviceId().optional(),
});
export type CredentialCreate = z.input<typeof CredentialCreate>;

/** What is left out stays as it is. */
export const CredentialUpdate = CredentialCreate.extend({});
export type CredentialUpdate = z.input<typeof CredentialUpdate>;

export const Rotation = z.object({
  /** Seconds for which the old password is as good as the new one. */
  overlap: wholeNumber({ min: 0, max: OVERLAP.max }).optional(),
  password: password().optional(),
});
export type Rotation = z.input<typeof Rotation>;

named({ Credential, CredentialCreate, CredentialUpdate, Rotation });
