/** Credentials: logins of MQTT clients, and what they may do. */

import * as z from "zod";
import { splitAccount } from "../../broker/contract/client.ts";
import { Grant, VIEWS } from "../../broker/contract/grants.ts";
import { accountPrefix } from "../../broker/contract/topics.ts";
import { Channel, channelIds } from "./channels.ts";
import { endpoints } from "./endpoint.ts";
import {
  boolean,
  choice,
  dictionary,
  list,
  moment,
  named,
  secret,
  text,
  uuid,
  wholeNumber,
} from "./fields.ts";
import { MAX_GRANTS, OVERLAP } from "./limits.ts";

const GrantBody = dictionary({
  /** With or without the account's prefix. Its syntax is checked before it is stored. */
  filter: text(),
  publish: boolean().optional(),
  subscribe: boolean().optional(),
}).refine(({ publish, subscribe }) => publish === true || subscribe === true, {
  message: "A grant must allow to publish or to subscribe.",
});

const grantList = () => list(GrantBody, MAX_GRANTS);

/** The stored filter, below the account's prefix. */
export const storedFilter = (userId: string, given: string): string =>
  given.startsWith(accountPrefix(userId)) ? given.slice(accountPrefix(userId).length) : given;

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

/** A device's id stands before a colon, and an account's before a slash. */
const username = () =>
  text({ max: 128 })
    .refine((value) => !value.includes(":"), "A username may not contain a colon.")
    .refine(
      (value) => splitAccount(value).userId === null,
      "A username may not begin with an id and a slash.",
    );
const password = () => secret({ max: 128 });
/** Ownership is checked in the database. */
const deviceId = () =>
  uuid()
    .transform((value) => value.toLowerCase())
    .nullable();

/** The server makes an omitted user name or password. */
const CredentialCreate = named("CredentialCreate", {
  name: text({ max: 100 }),
  username: username().optional(),
  password: password().optional(),
  channels: channelIds().optional(),
  view: choice(VIEWS).optional(),
  grants: grantList().optional(),
  device: deviceId().optional(),
});

/** Omitted values stay. */
const CredentialUpdate = CredentialCreate.extend({}).meta({ id: "CredentialUpdate" });

const Rotation = named("Rotation", {
  /** Seconds for which the previous password is accepted. */
  overlap: wholeNumber({ min: 0, max: OVERLAP.max }).optional(),
  password: password().optional(),
});

export const CREDENTIAL_CALLS = endpoints({
  listCredentials: {
    method: "GET",
    path: "/v0/mqtt/credentials/",
    access: "user",
    summary: "Credentials, oldest first",
    response: z.array(Credential),
    whileSuspended: true,
  },
  createCredential: {
    method: "POST",
    path: "/v0/mqtt/credentials/",
    access: "user",
    status: 201,
    summary: "Make a credential; a user name or password that is left out is made by the service",
    request: CredentialCreate,
    response: Credential,
  },
  updateCredential: {
    method: "PUT",
    path: "/v0/mqtt/credentials/{id}/",
    access: "user",
    summary: "Change a credential; live clients follow, a new password, user name, view or device drops them",
    request: CredentialUpdate,
    response: Credential,
  },
  deleteCredential: {
    method: "DELETE",
    path: "/v0/mqtt/credentials/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a credential; its clients are disconnected before the answer",
  },
  rotateCredential: {
    method: "POST",
    path: "/v0/mqtt/credentials/{id}/rotate/",
    access: "user",
    summary:
      "Give a credential another password; the old one works for `overlap` seconds; 0 disconnects its clients before the answer",
    request: Rotation,
    response: Credential,
  },
});
