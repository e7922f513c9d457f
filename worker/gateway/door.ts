/**
 * The door without an account's name on it. It listens until a client said who it is, opens that account's object, hands
 * over all that was said, and carries bytes from then on. Everything else about MQTT is the object's.
 */

import { waitUntil } from "cloudflare:workers";
import type { Edge } from "../../broker/contract/account.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import { account, openSocket } from "../account/account.ts";
import { type Env, settings } from "../env.ts";
import { accountName } from "../keys/account-name.ts";
import { logNotBrought } from "../log.ts";
import { within } from "../patience.ts";
import { addressKey } from "../throttle/address.ts";
import { throttleIsOff } from "../throttle/check.ts";
import { accountOf } from "./account-of.ts";
import { arrivalOf, NO_EDGE, withEdge } from "./arrival.ts";
import type { Caller } from "./caller.ts";
import { attemptOf, failed, waitOf } from "./failed-logins.ts";
import { Introduction } from "./introduction.ts";
import { learn, waitAt } from "./kept-out.ts";
import { dismiss, type Link, splice } from "./link.ts";
import type { Told } from "./namesakes.ts";
import { comeAgain, connackOf, REFUSALS, type Recipient, type Refusal, refusalOf } from "./refusal.ts";
import { WaitingRoom } from "./waiting-room.ts";
import { webSocketLink } from "./websocket-link.ts";

/** A client has so long to say who it is, also where the account's own address gives it for ever. */
const DEADLINE_S = 10;
const WAITING_PER_ADDRESS = 20;
const KEPT_OUT_MS = 60_000;
/**
 * The object bounds what its own socket has not taken. The door takes at once and so holds it for the client: some
 * bursts' worth, and a client that is further behind than that is gone.
 */
const UNREAD_BURSTS = 8;
const SMALLEST_UNREAD = 1024 * 1024;

const waitingRoom = new WaitingRoom();

/** False when the address has too many clients waiting already: then nothing was begun. */
export const hasPlace = (env: Env, address: string): boolean =>
  waitingRoom.enter(
    addressKey(address),
    throttleIsOff(env) ? Number.POSITIVE_INFINITY : WAITING_PER_ADDRESS,
    Date.now(),
  );

/** Who flooded comes in again after a minute, as at the account's own address. */
export function keepOut(env: Env, address: string): void {
  if (!throttleIsOff(env)) waitingRoom.keepOut(addressKey(address), Date.now() + KEPT_OUT_MS);
}

/** Seconds. */
export const deadline = (env: Env): number => settings(env).broker.MQTT_CONNECT_DEADLINE || DEADLINE_S;

/** How far ahead of its reader a WebSocket may be. */
export function maxUnread(env: Env): number {
  const burst = settings(env).broker.MQTT_MAX_UNSENT || Number.POSITIVE_INFINITY;
  return Math.max(burst * UNREAD_BURSTS, SMALLEST_UNREAD);
}

/** Serves a client that `hasPlace`, until it is gone. Never rejects. */
export async function serve(env: Env, client: Link, caller: Caller, edge = NO_EDGE): Promise<void> {
  const object = await admitted({ env, edge, caller }, client).catch(() => null);
  if (object !== null) return splice(client, object);
  // Nobody waits for this end: a client that says nothing may not read either.
  void client.end({ code: 1008, reason: "No account was found in time." }).catch(() => {});
  client.destroy();
}

interface Coming {
  env: Env;
  edge: Edge;
  caller: Caller;
}

/** The object's side of the connection, or null when the client was sent away. */
async function admitted(at: Coming, client: Link): Promise<Link | null> {
  let late = false;
  const introduced = introduce(at, client).then((object) => {
    if (late) object?.destroy();
    return object ?? null;
  });
  try {
    return await within(deadline(at.env) * 1000, introduced);
  } finally {
    late = true;
    waitingRoom.leave(addressKey(at.caller.address));
  }
}

async function introduce(at: Coming, client: Link): Promise<Link | null> {
  const introduction = new Introduction(settings(at.env).broker.MQTT_MAX_PACKET_SIZE);
  for (let chunk = await client.read(); chunk !== null; chunk = await client.read()) {
    const progress = introduction.push(chunk);
    if (progress.state === "waiting") continue;
    if (progress.state === "malformed") {
      return sendAway(client, refusalOf(progress.failure), progress.failure);
    }
    return letIn(at, client, progress);
  }
  client.destroy();
  return null;
}

interface Introduced {
  connect: ConnectPacket;
  bytes: Uint8Array;
}

async function letIn(at: Coming, client: Link, { connect, bytes }: Introduced): Promise<Link | null> {
  const { env, caller } = at;
  const recipient = { version: connect.version, ...connect.properties };
  let name: string | undefined;
  try {
    const attempt = attemptOf(caller.source, connect);
    const wait = waitOf(attempt, Date.now());
    if (wait > 0) return await sendAway(client, comeAgain(wait), recipient);
    const search = await accountOf(env, connect);
    if ("refused" in search) {
      await failed(env, attempt);
      const sent = sendAway(client, search.refused, recipient);
      waitUntil(tell(env, search.told));
      return await sent;
    }
    name = accountName(search.userId);
    const object = await openAccount(at, search.userId);
    if ("refused" in object) {
      if (object.refused === REFUSALS.badCredentials) await failed(env, attempt);
      return await sendAway(client, object.refused, recipient);
    }
    await object.write(bytes);
    return object;
  } catch (error) {
    logNotBrought(name, error);
    return sendAway(client, REFUSALS.unavailable, recipient);
  }
}

/** Behind the answer's back: nobody who knocks can tell by the time whether somebody was told. */
async function tell(env: Env, told: readonly Told[] = []): Promise<void> {
  await Promise.allSettled(told.map(({ userId, note }) => account(env, userId).noteRefusal(note)));
}

async function openAccount(
  { env, edge, caller }: Coming,
  userId: string,
): Promise<Link | { refused: Refusal }> {
  const wait = waitAt(userId, caller.source, Date.now());
  if (wait > 0) return { refused: comeAgain(wait) };
  const arrival = await arrivalOf(env, userId, edge, caller);
  const request = new Request(`https://broker/mqtt/${userId}`, {
    headers: withEdge({ Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" }, arrival),
  });
  const answer = await openSocket(env, userId, request);
  const refused = learn(userId, caller.source, answer, Date.now());
  if (refused > 0) return { refused: comeAgain(refused) };
  // a token may name an account that does not exist
  if (answer.status === 404) return { refused: REFUSALS.badCredentials };
  return answer.webSocket === null
    ? { refused: REFUSALS.unavailable }
    : webSocketLink(answer.webSocket, maxUnread(env));
}

/** Says why, in the client's version, and closes [MQTT-3.1.4-1] [MQTT-3.2.2-5]. */
async function sendAway(client: Link, refusal: Refusal, to: Recipient): Promise<null> {
  const connack = connackOf(refusal, to);
  if (connack !== null) await client.write(connack);
  await dismiss(client, { code: 1008, reason: "" });
  return null;
}
