import * as z from "zod";
import { Grant, VIEWS } from "../../broker/contract/grants.ts";
import { Channel, channelIds } from "./channel.ts";
import { choice, moment, named, secret, text, uuid, wholeNumber } from "./fields.ts";
import { grantList } from "./grant.ts";
import { OVERLAP } from "./limits.ts";

export const Credential = named("Credential", {
  id: uuid(),
  name: z.string(),
  username: z.string(),
  /** The server made the user name: it is unique, and identifies the account on every transport. */
  server_made: z.boolean(),
  password: z.string(),
  created_at: moment(),
  last_used: moment().nullable(),
  channels: z.array(Channel),
  /** Whether its clients see topics with the account's prefix. */
  view: z.enum(VIEWS),
  grants: z.array(Grant),
  /** The device that its clients act as. */
  device: uuid().nullable(),
  /** What to enter beside user name and password; null when unknown or not offered. */
  host: z.string().nullable(),
  port: z.int().nullable(),
  tls_port: z.int().nullable(),
  ws_url: z.string().nullable(),
  ws_path: z.string(),
  /** Until when the previous password is accepted; null without one. */
  old_password_until: moment().nullable(),
  /** The last login with it. */
  old_password_last_used: moment().nullable(),
});
export type Credential = z.infer<typeof Credential>;

const username = () =>
  text({ max: 128 }).refine((value) => !/[:/]/.test(value), "A username may not contain a colon or a slash.");
const password = () => secret({ max: 128 });
/** Ownership is checked in the database. */
const deviceId = () =>
  uuid()
    .transform((value) => value.toLowerCase())
    .nullable();

/** The server makes an omitted user name or password. */
export const CredentialCreate = named("CredentialCreate", {
  name: text({ max: 100 }),
  username: username().optional(),
  password: password().optional(),
  channels: channelIds().optional(),
  view: choice(VIEWS).optional(),
  grants: grantList().optional(),
  device: deviceId().optional(),
});
export type CredentialCreate = z.input<typeof CredentialCreate>;

/** Omitted values stay. */
export const CredentialUpdate = CredentialCreate.extend({}).meta({ id: "CredentialUpdate" });
export type CredentialUpdate = z.input<typeof CredentialUpdate>;

export const Rotation = named("Rotation", {
  /** Seconds for which the previous password is accepted. */
  overlap: wholeNumber({ min: 0, max: OVERLAP.max }).optional(),
  password: password().optional(),
});
export type Rotation = z.input<typeof Rotation>;
