/** `/mqtt/{userId}`, and `/mqtt` or `/` for clients that cannot set a path: the way to an account's broker. What is no honest upgrade never wakes an object. */

import { isUuid } from "../../broker/contract/client.ts";
import { subprotocolOf } from "../../broker/contract/subprotocol.ts";
import { openSocket } from "../account/account.ts";
import { type Env, settings } from "../env.ts";
import { foreignOrigin, notFound, subprotocolRequired, throttled, upgradeRequired } from "../errors.ts";
import { arrivalOf, edgeOf, withEdge } from "../gateway/arrival.ts";
import { answerTo, type Caller, callerOf } from "../gateway/caller.ts";
import { found, isNobody, missed, waitForGuess } from "../gateway/guessed-accounts.ts";
import { learn, waitAt } from "../gateway/kept-out.ts";
import { openWebSocket } from "../gateway/ways-in.ts";
import { isOwnPage } from "../hosts.ts";

const NAMELESS = /^\/(mqtt\/?)?$/;

const isUpgrade = ({ headers }: Request): boolean => headers.get("Upgrade")?.toLowerCase() === "websocket";

/** What else comes to `/` wants the page. */
export const speaksMqtt = (request: Request): boolean =>
  isUpgrade(request) && subprotocolOf(request) !== null;

export async function mqtt(request: Request, env: Env, url: URL): Promise<Response> {
  if (!isUpgrade(request)) throw upgradeRequired();
  if (subprotocolOf(request) === null) throw subprotocolRequired();
  if (!mayConnect(env, request)) throw foreignOrigin();
  if (NAMELESS.test(url.pathname)) return openWebSocket(request, env);
  const userId = /^\/mqtt\/(.*?)\/?$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  if (!isUuid(userId)) throw notFound();
  return toAccount(request, env, userId);
}

/** Whom the account keeps out waits here, and whoever guesses. */
async function toAccount(request: Request, env: Env, userId: string): Promise<Response> {
  const [caller, now] = [callerOf(request, env), Date.now()];
  const wait = Math.max(waitAt(userId, caller.source, now), waitForGuess(userId, caller.source, now));
  if (wait > 0) throw throttled(wait);
  if (isNobody(userId, now)) throw notFound();
  const arrival = await arrivalOf(env, userId, edgeOf(env, request, caller), caller);
  const headers = withEdge(request.headers, arrival);
  const answer = await openSocket(env, userId, new Request(request, { headers }));
  if (answer.status === 404) {
    await missed(env, userId, caller.source);
    throw notFound();
  }
  found(userId);
  return admitted(answer, caller, learn(userId, caller.source, answer, now));
}

/** The headers of what comes from an object cannot be added to: what has more is made anew. */
function admitted(answer: Response, caller: Caller, wait: number): Response {
  if (wait > 0) throw throttled(wait);
  const { webSocket } = answer;
  if (!webSocket) return new Response(answer.body, answer);
  if (!caller.bridged) return answer;
  const headers = new Headers([...answer.headers, ...Object.entries(answerTo(caller))]);
  return new Response(null, { status: 101, webSocket, headers });
}

/** Most devices send no origin; a page may connect from the product's own or a listed one. */
function mayConnect(env: Env, request: Request): boolean {
  const origin = request.headers.get("Origin");
  return origin === null || isOwnPage(settings(env).hosts, origin);
}
