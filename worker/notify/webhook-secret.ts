/** The secrets of webhooks (Standard Webhooks 1.0.0: `whsec_` and base64), sealed in the database. */

import { Buffer } from "node:buffer";
import { insertSecret, validSecrets } from "../db/webhook-secrets.ts";
import { newKey } from "../keys/keys.ts";
import { type SealEnv, seal, unseal } from "../keys/seal.ts";

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
