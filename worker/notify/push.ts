import { Buffer } from "node:buffer";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { ApprovalMessage } from "../../broker/contract/approval.ts";
import type { Attempt, NoticeMessage, PushTarget, StoredTarget } from "../../broker/contract/watch.ts";
import { APPROVAL_CALLS } from "../contract/approvals.ts";
import { NOTICE_ANSWER_CALLS } from "../contract/notice-answers.ts";
import type { PushMessage } from "../contract/watches.ts";
import { apiUrl, appUrl, type Env } from "../env.ts";
import { digest } from "../keys/digest.ts";
import { currentKey, type KeyEntry, type KeyEnv, keyRing } from "../keys/keys.ts";
import { newBearer } from "../keys/random.ts";
import { questionOf } from "../present/approval.ts";
import { offersOf, pushMessage } from "../present/notice.ts";
import { attempt } from "./attempt.ts";
import { isPublicName } from "./host-names.ts";
import { pushEndpointProblem, reachHeader } from "./target-address.ts";

// VAPID keys (RFC 8292): VAPID_KEYS lists private P-256 scalars of 32 bytes.

type VapidEnv = KeyEnv<"VAPID_KEYS">;

interface VapidPair {
  id: string;
  /** Both in base64url; the public key as an uncompressed point (RFC 8292, 3.2). */
  publicKey: string;
  privateKey: string;
}

const pairs = new Map<string, Promise<VapidPair>>();

/** The pair for new subscriptions; null when there are no keys. */
export async function currentPair(env: VapidEnv): Promise<VapidPair | null> {
  return env.VAPID_KEYS ? pairOf(currentKey("VAPID_KEYS", env)) : null;
}

/** Null when the key was removed. */
async function pairWithId(env: VapidEnv, id: string): Promise<VapidPair | null> {
  const entry = env.VAPID_KEYS ? keyRing("VAPID_KEYS", env).find((each) => each.id === id) : undefined;
  return entry === undefined ? null : pairOf(entry);
}

function pairOf(entry: KeyEntry): Promise<VapidPair> {
  const pair = pairs.get(entry.key) ?? derive(entry);
  pairs.set(entry.key, pair);
  return pair;
}

/** PKCS #8 of a P-256 key without its public point (RFC 5915, section 3), up to the 32 bytes of the scalar. */
const PKCS8_PREFIX = Buffer.from(
  "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420",
  "hex",
);

/** The runtime computes the public point when it imports the private scalar. */
async function derive({ id, bytes }: KeyEntry): Promise<VapidPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pkcs8 = Uint8Array.from(Buffer.concat([PKCS8_PREFIX, bytes]));
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]);
  const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { id, publicKey: point.toString("base64url"), privateKey: Buffer.from(bytes).toString("base64url") };
}

type PushAddress = Extract<StoredTarget["address"], { kind: "push" }>;

/** How long a push service keeps a notice for a browser that is away. Seconds. */
const TTL = 86_400;
const WRONG_KEY = "The browser's key is not valid. Turn notices on again there.";
const ENDED = "The browser's subscription has ended. Turn it on again there.";

export async function deliverPush(
  env: Env,
  address: PushAddress,
  message: NoticeMessage,
  userId: string,
): Promise<Attempt> {
  const answer = answerOf(env, message, userId);
  const content = { ...pushMessage(message), ...(answer && { answer }) };
  const attempted = await send(env, address, content, { ttl: TTL, ...topicOf(message) });
  return answer === null || attempted.outcome === "gone"
    ? attempted
    : { ...attempted, ticket: digest(answer.ticket) };
}

/** Asks about an order. A browser that is away until it has ended is not asked. */
export function askByPush(env: Env, { address }: PushTarget, message: ApprovalMessage): Promise<Attempt> {
  const ttl = Math.max(0, Math.min(TTL, Math.ceil((message.endsAt - Date.now()) / 1000)));
  const url = (apiUrl(env) ?? "") + APPROVAL_CALLS.answerApproval.path.replace("{id}", message.id);
  return send(env, address, questionOf(message, url), { ttl });
}

/** An encrypted message (RFC 8291) with a VAPID proof (RFC 8292). 404 and 410 mean that the subscription ended. */
async function send(
  env: Env,
  { endpoint, p256dh, auth, key }: PushAddress,
  content: PushMessage,
  options: { ttl: number; topic?: string },
): Promise<Attempt> {
  const problem = pushEndpointProblem(env, endpoint);
  if (problem !== null) return { outcome: "refused", detail: problem };
  const pair = await pairWithId(env, key);
  if (pair === null) return { outcome: "gone", detail: ENDED };
  if (!(await isPoint(p256dh))) return { outcome: "refused", detail: WRONG_KEY };
  const secure = endpoint.replace(/^http:/, "https:");
  const data = JSON.stringify(content);
  const { headers, body } = await buildPushPayload(
    { data, options: { urgency: "high", ...options } },
    { endpoint: secure, expirationTime: null, keys: { p256dh, auth } },
    { subject: vapidSubject(env), ...pair },
  );
  const attempted = await attempt(endpoint, { headers: { ...headers, ...reachHeader(env) }, body });
  const hasEnded = attempted.outcome === "gone" || /answered 404\./.test(attempted.detail);
  return hasEnded ? { outcome: "gone", detail: ENDED } : attempted;
}

/** How a person answers from the notification. The ticket is in the encrypted message alone. */
function answerOf(
  env: Env,
  message: NoticeMessage,
  userId: string,
): NonNullable<PushMessage["answer"]> | null {
  const actions = "test" in message ? [] : offersOf(message);
  if (actions.length === 0) return null;
  const { id } = message;
  const url = (apiUrl(env) ?? "") + NOTICE_ANSWER_CALLS.actOnNotice.path.replace("{id}", id);
  return { id, url, ticket: newBearer("notice", userId), actions };
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
