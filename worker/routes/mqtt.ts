/**
 * `/mqtt/{userId}`, and `/mqtt` or `/` for clients that cannot set a path: opens a socket of the account's object. A
 * request that is no valid upgrade never wakes an object.
 */

import { subprotocolOf } from "../../broker/contract/client.ts";
import { isUuid } from "../../broker/contract/topics.ts";
import { openSocket } from "../account/account.ts";
import { type Env, settings } from "../env.ts";
import { foreignOrigin, notFound, subprotocolRequired, throttled, upgradeRequired } from "../errors.ts";
import { guessWait, recordMissing, searchAccount } from "../gateway/account-lookup.ts";
import { arrivalOf, bridgeHeaders, edgeOf, originOf, type SocketOrigin } from "../gateway/arrival.ts";
import { blockOf, cacheBlock, type UpgradeBlock } from "../gateway/block-cache.ts";
import { openWebSocket } from "../gateway/transports.ts";
import { isOwnPage } from "../hosts.ts";

const NAMELESS = /^\/(mqtt\/?)?$/;

const isUpgrade = ({ headers }: Request): boolean => headers.get("Upgrade")?.toLowerCase() === "websocket";

/** Any other request to `/` is for the page. */
export const speaksMqtt = (request: Request): boolean =>
  isUpgrade(request) && subprotocolOf(request) !== null;

export async function mqtt(request: Request, env: Env, url: URL): Promise<Response> {
  if (!isUpgrade(request)) throw upgradeRequired();
  const subprotocol = subprotocolOf(request);
  if (subprotocol === null) throw subprotocolRequired();
  if (!mayConnect(env, request)) throw foreignOrigin();
  if (NAMELESS.test(url.pathname)) return openWebSocket(request, env);
  const userId = /^\/mqtt\/(.*?)\/?$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  if (!isUuid(userId)) throw notFound();
  return toAccount(request, env, userId, subprotocol);
}

async function toAccount(request: Request, env: Env, userId: string, subprotocol: string): Promise<Response> {
  const [origin, now] = [originOf(request, env), Date.now()];
  const { addressHash } = origin;
  const guessed = guessWait(userId, addressHash, now);
  if (guessed > 0) throw throttled(guessed);
  const known = blockOf(userId, addressHash, now);
  if (known !== null) return blocked(known, request, env, userId);
  const found = await searchAccount(env, userId, addressHash);
  if (found === false) throw notFound();
  if (found !== true) throw throttled(found.wait);
  const arrival = await arrivalOf(env, userId, edgeOf(env, request, origin), origin);
  const answer = await openSocket(env, userId, arrival, { "Sec-WebSocket-Protocol": subprotocol });
  if (answer.status === 404) {
    await recordMissing(env, userId, addressHash);
    throw notFound();
  }
  const block = cacheBlock(userId, addressHash, answer, now);
  return block === null ? admitted(answer, origin) : blocked(block, request, env, userId);
}

/** Connections without a login blocked the address: its other clients are known by their CONNECT. */
function blocked(
  { seconds, isForUnread }: UpgradeBlock,
  request: Request,
  env: Env,
  userId: string,
): Response {
  if (isForUnread) return openWebSocket(request, env, userId);
  throw throttled(seconds);
}

/** Headers of an object's response are immutable: copies it to add one. */
function admitted(answer: Response, caller: SocketOrigin): Response {
  const { webSocket } = answer;
  if (!webSocket) return new Response(answer.body, answer);
  if (!caller.isBridged) return answer;
  const headers = new Headers([...answer.headers, ...Object.entries(bridgeHeaders(caller))]);
  return new Response(null, { status: 101, webSocket, headers });
}

/** Most devices send no origin. A page may connect from our own or an allowed origin. */
function mayConnect(env: Env, request: Request): boolean {
  const origin = request.headers.get("Origin");
  return origin === null || isOwnPage(settings(env).hosts, origin);
}
