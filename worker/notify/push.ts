import { Buffer } from "node:buffer";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { Attempt, NoticeMessage, StoredTarget } from "../../broker/contract/watch.ts";
import { appUrl, type Env } from "../env.ts";
import { attempt } from "./attempt.ts";
import { isPublicName } from "./host-names.ts";
import { pushMessage } from "./push-message.ts";
import { pushEndpointProblem, reachHeader } from "./target-address.ts";
import { pairWithId } from "./vapid.ts";

type PushAddress = Extract<StoredTarget["address"], { kind: "push" }>;

/** How long a push service keeps a notice for a browser that is away. Seconds. */
const TTL = 86_400;
const WRONG_KEY = "The browser's key is not valid. Turn notices on again there.";
const ENDED = "The browser's subscription has ended. Turn it on again there.";

/** An encrypted message (RFC 8291) with a VAPID proof (RFC 8292). 404 and 410 mean that the subscription ended. */
export async function deliverPush(
  env: Env,
  { endpoint, p256dh, auth, key }: PushAddress,
  message: NoticeMessage,
): Promise<Attempt> {
  const problem = pushEndpointProblem(env, endpoint);
  if (problem !== null) return { outcome: "refused", detail: problem };
  const pair = await pairWithId(env, key);
  if (pair === null) return { outcome: "gone", detail: ENDED };
  if (!(await isPoint(p256dh))) return { outcome: "refused", detail: WRONG_KEY };
  const secure = endpoint.replace(/^http:/, "https:");
  const data = JSON.stringify(pushMessage(message));
  const { headers, body } = await buildPushPayload(
    { data, options: { ttl: TTL, urgency: "high", ...topicOf(message) } },
    { endpoint: secure, expirationTime: null, keys: { p256dh, auth } },
    { subject: vapidSubject(env), ...pair },
  );
  const attempted = await attempt(endpoint, { headers: { ...headers, ...reachHeader(env) }, body });
  const hasEnded = attempted.outcome === "gone" || /answered 404\./.test(attempted.detail);
  return hasEnded ? { outcome: "gone", detail: ENDED } : attempted;
}

/** Any 65 bytes have the length of a key, and few are a point of the curve. */
async function isPoint(p256dh: string): Promise<boolean> {
  const bytes = Uint8Array.from(Buffer.from(p256dh, "base64url"));
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, []).then(
    () => true,
    () => false,
  );
}

/**
 * Who signs (RFC 8292, 2.1). Apple refuses every message whose contact has no public host (`localhost`, `.local`, an
 * address with spaces), so a desk signs with a name that exists.
 */
export function vapidSubject(env: Env): string {
  const [, domain = ""] = /^[\w.+-]+@([\w.-]+)$/.exec(env.SUPPORT_EMAIL) ?? [];
  if (isPublicName(domain.toLowerCase())) return `mailto:${env.SUPPORT_EMAIL}`;
  const page = new URL(appUrl(env) ?? "http://localhost");
  const isPublicPage = page.protocol === "https:" && page.port === "" && isPublicName(page.hostname);
  return isPublicPage ? page.origin : NOBODY;
}

/** IANA's own name for examples, which resolves. */
const NOBODY = "mailto:switchyard@example.com";

/** A newer notice of a watch replaces one that waits for the browser (RFC 8030, 5.4: at most 32 characters). */
const topicOf = (message: NoticeMessage) =>
  "test" in message ? {} : { topic: message.facts.watch.id.replaceAll("-", "") };
