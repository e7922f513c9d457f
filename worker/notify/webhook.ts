import { resolve4, resolve6 } from "node:dns/promises";
import type { Attempt, NoticeMessage } from "../../broker/contract/watch.ts";
import { apiUrl, type Env } from "../env.ts";
import { attempt, UNRESOLVED } from "./attempt.ts";
import { cloudEvent, signedHeaders } from "./standard-webhook.ts";
import { nameToResolve, reachHeader, resolvedProblem, webhookAddressProblem } from "./target-address.ts";
import { signingSecrets, type WebhookRef } from "./webhook-secret.ts";

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
