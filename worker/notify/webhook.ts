import { Buffer } from "node:buffer";
import { resolve4, resolve6 } from "node:dns/promises";
import type { Attempt, NoticeMessage } from "../../broker/contract/watch.ts";
import { isoTime } from "../contract/fields.ts";
import { insertSecret, validSecrets } from "../db/webhook-secrets.ts";
import { apiUrl, type Env } from "../env.ts";
import { newKey } from "../keys/keys.ts";
import { type SealEnv, seal, unseal } from "../keys/seal.ts";
import { mistakeFields } from "../present/event.ts";
import { noticeText } from "../present/notice.ts";
import { attempt, UNRESOLVED } from "./attempt.ts";
import { nameToResolve, reachHeader, resolvedProblem, webhookAddressProblem } from "./target-address.ts";

// The secrets of webhooks (Standard Webhooks 1.0.0: `whsec_` and base64), sealed in the database.

interface SecretEnv extends SealEnv {
  DB: D1Database;
}

/** A webhook of an account. */
interface WebhookRef {
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
  const id = crypto.randomUUID();
  const secret = PREFIX + newKey();
  const sealed = await seal(env, secret, positionOf(userId, id));
  await insertSecret(env.DB, { id, userId, targetId, sealed, now, until: now + overlap });
  return secret;
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
type Resolver = (name: string) => Promise<string[]>;

/** Checks the address and signs the message for each attempt. */
export async function deliverWebhook(
  env: Env,
  webhook: WebhookRef,
  url: string,
  message: NoticeMessage,
  resolve: Resolver = resolved,
): Promise<Attempt> {
  const now = Date.now();
  const problem = webhookAddressProblem(env, url);
  if (problem !== null) return { outcome: "refused", detail: problem };
  const unreachable = await nameProblem(env, nameToResolve(env, url), resolve);
  if (unreachable !== null) return unreachable;
  const secrets = await signingSecrets(env, webhook, now);
  if (secrets.length === 0) return { outcome: "refused", detail: "It has no secret. Create a new one." };
  const body = cloudEvent(message, apiUrl(env) ?? "/");
  const headers = await signedHeaders({ id: message.id, body, now }, secrets);
  return attempt(url, { headers: { ...headers, ...reachHeader(env) }, body });
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

async function resolved(name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolve4(name), resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
