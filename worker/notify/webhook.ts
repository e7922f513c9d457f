import { resolve4, resolve6 } from "node:dns/promises";
import type { Attempt, NoticeMessage } from "../../broker/contract/watch.ts";
import { apiUrl, type Env } from "../env.ts";
import { attempt } from "./attempt.ts";
import { cloudEvent, signedHeaders } from "./standard-webhook.ts";
import { nameToResolve, resolvedProblem, webhookAddressProblem } from "./target-address.ts";
import { signingSecrets, type WebhookRef } from "./webhook-secret.ts";

/** Checks the address and signs the message for each attempt. */
export async function deliverWebhook(
  env: Env,
  webhook: WebhookRef,
  url: string,
  message: NoticeMessage,
): Promise<Attempt> {
  const now = Date.now();
  const problem = webhookAddressProblem(env, url) ?? (await nameProblem(env, url));
  if (problem !== null) return { outcome: "refused", detail: problem };
  const secrets = await signingSecrets(env, webhook, now);
  if (secrets.length === 0) return { outcome: "refused", detail: "It has no secret. Create a new one." };
  const body = cloudEvent(message, apiUrl(env) ?? "/");
  return attempt(url, { headers: await signedHeaders({ id: message.id, body, now }, secrets), body });
}

/** A name that does not resolve is left to the request, which then fails and is tried again. */
async function nameProblem(env: Env, url: string): Promise<string | null> {
  const name = nameToResolve(env, url);
  if (name === null) return null;
  const answers = await Promise.allSettled([resolve4(name), resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  return addresses.length === 0 ? null : resolvedProblem(addresses);
}
