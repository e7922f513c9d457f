/** Calls about channels, credentials, and who is connected with them. */

import type { Channel, ChannelBody } from "../../../worker/contract/channel.ts";
import type { Credential, CredentialCreate, CredentialUpdate } from "../../../worker/contract/credential.ts";
import type { LiveClient } from "../../../worker/contract/live-client.ts";
import type { Refusal } from "../../../worker/contract/refusal.ts";
import { call } from "./client.ts";

export type ChannelInput = { name: string; topic: string; description?: string };
export type CredentialInput = { name: string; username: string; password?: string; channels: string[] };

export const listChannels = () => call<Channel[]>("GET", "/mqtt/channels/");
export const createChannel = (body: ChannelInput) =>
  call<Channel>("POST", "/mqtt/channels/", { body: body satisfies ChannelBody });
export const updateChannel = (id: string, body: ChannelInput) =>
  call<Channel>("PUT", `/mqtt/channels/${id}/`, { body: body satisfies ChannelBody });
export const deleteChannel = (id: string) => call<void>("DELETE", `/mqtt/channels/${id}/`);

export const listCredentials = () => call<Credential[]>("GET", "/mqtt/credentials/");
export const createCredential = (body: CredentialInput & { password: string }) =>
  call<Credential>("POST", "/mqtt/credentials/", { body: body satisfies CredentialCreate });
export const updateCredential = (id: string, body: CredentialInput) =>
  call<Credential>("PUT", `/mqtt/credentials/${id}/`, { body: body satisfies CredentialUpdate });
export const deleteCredential = (id: string) => call<void>("DELETE", `/mqtt/credentials/${id}/`);

export const listClients = () => call<LiveClient[]>("GET", "/mqtt/clients/");
export const disconnectClient = (connectionId: string) =>
  call<void>("DELETE", `/mqtt/clients/${connectionId}/`);

export const listRefusals = () => call<Refusal[]>("GET", "/mqtt/log/");
/** Gives the credential a channel with the topic, so that it passes from now on. */
export const fixRefusal = (id: string) => call<Credential>("POST", `/mqtt/log/${id}/fix/`, { body: {} });
