import { Buffer } from "node:buffer";
import { resolve4, resolve6 } from "node:dns/promises";
import { jsonColumn } from "../../broker/contract/json.ts";
import {
  type Attempt,
  ChatAddress,
  type ChatFormat,
  type NoticeMessage,
  type WebhookAddress,
} from "../../broker/contract/watch.ts";
import { isoTime } from "../contract/fields.ts";
import { clockOf } from "../db/users.ts";
import { insertSecret, validSecrets } from "../db/webhook-secrets.ts";
import { apiUrl, appUrl, type Env } from "../env.ts";
import { newKey } from "../keys/keys.ts";
import { type SealEnv, seal, unseal } from "../keys/seal.ts";
import { mistakeFields } from "../present/event.ts";
import { noticeText } from "../present/notice.ts";
import { attempt, type TargetAnswer, UNRESOLVED } from "./attempt.ts";
import { formatProblem } from "./chat-address.ts";
import { chatWords } from "./chat-words.ts";
import { chatAttempt, chatRequest } from "./formats.ts";
import { nameToResolve, reachHeader, resolvedProblem, webhookAddressProblem } from "./target-address.ts";

// The secrets of webhooks (Standard Webhooks 1.0.0: `whsec_` and base64), sealed in the database.

interface SecretEnv extends SealEnv {
  DB: D1Database;
}

/** A webhook of an account. */
export interface WebhookRef {
  userId: string;
  targetId: string;
}

const PREFIX = "whsec_";

const positionOf = (userId: string, id: string) => ({
  table: "webhook_secrets",
  column: "secret_sealed",
  id,
  userId,
});

/** Gives a webhook a new secret and returns it. The one before it signs, too, for `overlap` milliseconds. */
export async function createSecret(
  env: SecretEnv,
  { userId, targetId }: WebhookRef,
  now: number,
  overlap: number,
): Promise<string> {
  const secret = PREFIX + newKey();
  await storeSecret(env, { userId, targetId }, secret, { now, until: now + overlap });
  return secret;
}

/** Seals a secret of a webhook. The one before it ends at `until`. */
async function storeSecret(
  env: SecretEnv,
  { userId, targetId }: WebhookRef,
  secret: string,
  times: { now: number; until: number },
): Promise<void> {
  const id = crypto.randomUUID();
  const sealed = await seal(env, secret, positionOf(userId, id));
  await insertSecret(env.DB, { id, userId, targetId, sealed, ...times });
}

const chatAddressColumn = jsonColumn(ChatAddress);

/** Stores where a chat service takes messages: a reader of it can write there. */
export const storeChatAddress = (env: SecretEnv, webhook: WebhookRef, address: ChatAddress, now: number) =>
  storeSecret(env, webhook, chatAddressColumn.write(address), { now, until: now });

/** Null without a stored one. Rejects with `SecretsUnavailable` when no key opens it. */
export async function chatAddressOf(
  env: SecretEnv,
  { userId, targetId }: WebhookRef,
  now: number,
): Promise<ChatAddress | null> {
  const [row] = await validSecrets(env.DB, userId, targetId, now);
  if (row === undefined) return null;
  return chatAddressColumn.read(await unseal(env, row.secret_sealed, positionOf(userId, row.id)));
}

/** The bytes of the secrets that sign now. Rejects with `SecretsUnavailable` when no key opens one. */
export async function signingSecrets(
  env: SecretEnv,
  { userId, targetId }: WebhookRef,
  now: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const rows = await validSecrets(env.DB, userId, targetId, now);
  const secrets = rows.map(({ id, secret_sealed: sealed }) => unseal(env, sealed, positionOf(userId, id)));
  return (await Promise.all(secrets)).map((secret) =>
    Uint8Array.from(Buffer.from(secret.slice(PREFIX.length), "base64")),
  );
}

// Requests of Standard Webhooks 1.0.0 around a CloudEvents 1.0 body in structured mode.

/** The body as JSON. `source`: the URL of the API. The id is the notice's, the same in every attempt. */
export function cloudEvent(message: NoticeMessage, source: string): string {
  const common = {
    specversion: "1.0",
    id: message.id,
    source,
    time: isoTime(message.at),
    datacontenttype: "application/json",
  };
  if ("test" in message) {
    const data = { text: "This is a test. Answer it with 2xx, and notices follow." };
    return JSON.stringify({ ...common, type: "switchyard.webhook.test", data });
  }
  const { watch, device, key, event, mistake } = message.facts;
  // a watch of events has no key
  const why = mistake === undefined ? {} : mistakeFields(mistake);
  return JSON.stringify({
    ...common,
    type: `switchyard.notice.${message.state}`,
    ...(device !== null && { subject: device.id }),
    data: { state: message.state, text: noticeText(message), watch, device, key, event, ...why },
  });
}

/** The headers that prove id, time and body. Each secret adds a signature; the first is the current one's. */
export async function signedHeaders(
  { id, body, now }: { id: string; body: string; now: number },
  secrets: readonly Uint8Array<ArrayBuffer>[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, signed)));
  return {
    "Content-Type": "application/cloudevents+json; charset=utf-8",
    "User-Agent": "Switchyard",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

async function signature(secret: Uint8Array<ArrayBuffer>, signed: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, signed)).toString("base64")}`;
}

/** The IP addresses of a name; none when it does not resolve. */
export type Resolver = (name: string) => Promise<string[]>;

/** Checks the address and signs the message for each attempt. */
export async function deliverWebhook(
  env: Env,
  webhook: WebhookRef,
  { url, format }: WebhookAddress,
  message: NoticeMessage,
  resolve: Resolver = resolved,
): Promise<Attempt> {
  if (format !== undefined) return deliverChat(env, webhook, format, message, resolve);
  const now = Date.now();
  // it was added before targets had formats
  const wrongFormat = URL.canParse(url) ? formatProblem(null, new URL(url)) : null;
  if (wrongFormat !== null) return { outcome: "refused", detail: `${wrongFormat} Add it again so.` };
  const obstacle = await addressObstacle(env, url, resolve);
  if (obstacle !== null) return obstacle;
  const secrets = await signingSecrets(env, webhook, now);
  if (secrets.length === 0) return { outcome: "refused", detail: "It has no secret. Create a new one." };
  const body = cloudEvent(message, apiUrl(env) ?? "/");
  const headers = await signedHeaders({ id: message.id, body, now }, secrets);
  return attempt(url, { headers: { ...headers, ...reachHeader(env) }, body });
}

const NO_ADDRESS: Attempt = {
  outcome: "refused",
  detail: "Its address is not stored any more. Delete the target, and add it again.",
};

async function deliverChat(
  env: Env,
  webhook: WebhookRef,
  format: ChatFormat,
  message: NoticeMessage,
  resolve: Resolver,
): Promise<Attempt> {
  const [address, person] = await Promise.all([
    chatAddressOf(env, webhook, Date.now()),
    clockOf(env.DB, webhook.userId),
  ]);
  if (address === null) return NO_ADDRESS;
  const words = chatWords(message, { app: appUrl(env), ...person });
  const { url, headers, body } = chatRequest(format, words, address);
  const obstacle = await addressObstacle(env, url, resolve);
  if (obstacle !== null) return obstacle;
  const judge = (answer: TargetAnswer) => chatAttempt(format, answer, address);
  return attempt(url, { headers: { ...headers, ...reachHeader(env) }, body }, { judge });
}

/** Null when a request may be sent to the address. */
export async function addressObstacle(env: Env, url: string, resolve: Resolver): Promise<Attempt | null> {
  const problem = webhookAddressProblem(env, url);
  if (problem !== null) return { outcome: "refused", detail: problem };
  return nameProblem(env, nameToResolve(env, url), resolve);
}

/**
 * Null when every address of the name is public. A deployment's `fetch` resolves the name again, and cannot be told an
 * address; it reaches no private network, and TLS ends the connection to a host without a certificate for this name. A
 * desk's requests are checked where they connect: `local/outbound.ts`.
 */
async function nameProblem(env: Env, name: string | null, resolve: Resolver): Promise<Attempt | null> {
  if (name === null) return null;
  const addresses = await resolve(name);
  if (addresses.length === 0) return UNRESOLVED;
  const problem = resolvedProblem(env, addresses);
  return problem === null ? null : { outcome: "refused", detail: problem };
}

export async function resolved(name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolve4(name), resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
