/**
 * Serves clients whose address names no account, or one that blocks their address: finds the account by the CONNECT, holds
 * back failing logins, and forwards all bytes to the account's object.
 */

import { waitUntil } from "cloudflare:workers";
import type { Arrival, Edge } from "../../broker/contract/account.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import type { Reason } from "../../broker/session/reason.ts";
import { askAccount, openSocket } from "../account/account.ts";
import { type Env, settings, throttleIsOff } from "../env.ts";
import { accountName } from "../keys/digest.ts";
import { logAccountNotReached } from "../log.ts";
import { within } from "../patience.ts";
import { addressKey } from "../throttle/address.ts";
import { findAccount } from "./account-lookup.ts";
import type { SocketOrigin } from "./arrival.ts";
import { arrivalOf, NO_EDGE } from "./arrival.ts";
import { blockOf, cacheBlock } from "./block-cache.ts";
import { type ByteStream, closeGracefully, pipeBoth } from "./byte-stream.ts";
import { ConnectReader, PendingClients } from "./connect-reader.ts";
import {
  closingOf,
  encodeConnack,
  GATEWAY_REFUSALS,
  malformedPacket,
  type Recipient,
  tooManyAttempts,
} from "./connect-refusal.ts";
import { attemptOf, type LoginAttempt, recordFailure, recordRight, secondsToWait } from "./failed-logins.ts";
import { answering } from "./login-answer.ts";
import { noticesOf, noticesOfCut } from "./owner-notices.ts";
import type { OwnerNotice } from "./username-lookup.ts";
import { WebSocketStream } from "./websocket-stream.ts";

/** Seconds until CONNECT must be complete, also if the deadline of accounts' own addresses is off (0). */
const DEFAULT_DEADLINE_S = 10;
const MAX_PENDING_PER_ADDRESS = 20;
const FLOOD_BLOCK_MS = 60_000;
/** Bursts of the object that are buffered for a slow client, before it is disconnected. */
const UNREAD_BURSTS = 8;
const MIN_UNREAD_BYTES = 1024 * 1024;

const pendingClients = new PendingClients();

/** Counts a pending client. Returns false, and counts nothing, if its address has too many or is blocked. */
export const admitPending = (env: Env, address: string): boolean =>
  pendingClients.add(
    addressKey(address),
    throttleIsOff(env) ? Number.POSITIVE_INFINITY : MAX_PENDING_PER_ADDRESS,
    Date.now(),
  );

/** Blocks an address for a minute after a flood, as an account's object does. */
export function blockAddress(env: Env, address: string): void {
  if (!throttleIsOff(env)) pendingClients.block(addressKey(address), Date.now() + FLOOD_BLOCK_MS);
}

export const connectDeadline = (env: Env): number =>
  settings(env).broker.MQTT_CONNECT_DEADLINE || DEFAULT_DEADLINE_S;

/** Bytes that a WebSocket may be ahead of its reader. */
export function maxUnreadBytes(env: Env): number {
  const burst = settings(env).broker.MQTT_MAX_UNSENT || Number.POSITIVE_INFINITY;
  return Math.max(burst * UNREAD_BURSTS, MIN_UNREAD_BYTES);
}

/**
 * Serves a client that `admitPending` counted, until it disconnects. `account`: the one in its address, or null. Never
 * rejects.
 */
export async function serve(
  env: Env,
  client: ByteStream,
  origin: SocketOrigin,
  { edge = NO_EDGE, account = null }: { edge?: Edge; account?: string | null } = {},
): Promise<void> {
  const opened = await openInTime({ env, edge, origin, account }, client).catch(() => null);
  if (opened !== null) {
    const { object, userId, connect } = opened;
    await pipeBoth(client, object);
    return notifyOwners(env, origin.addressHash, noticesOfCut(userId, connect, client.closing));
  }
  // Not awaited: a client that sends nothing may not read either.
  void client.end({ code: 1008, reason: "No account was found in time." }).catch(() => {});
  client.destroy();
}

/** The object's side of a connection, and whose it is. */
interface Opened {
  object: ByteStream;
  userId: string;
  connect: ConnectPacket;
}

interface ClientContext {
  env: Env;
  edge: Edge;
  origin: SocketOrigin;
  account: string | null;
}

/** Returns null if the client was refused. */
async function openInTime(context: ClientContext, client: ByteStream): Promise<Opened | null> {
  let isLate = false;
  const opening = readConnect(context, client).then((opened) => {
    if (isLate) opened?.object.destroy();
    return opened;
  });
  try {
    return await within(connectDeadline(context.env) * 1000, opening);
  } finally {
    isLate = true;
    pendingClients.remove(addressKey(context.origin.address));
  }
}

async function readConnect(context: ClientContext, client: ByteStream): Promise<Opened | null> {
  const reader = new ConnectReader(settings(context.env).broker.MQTT_MAX_PACKET_SIZE);
  for (let chunk = await client.read(); chunk !== null; chunk = await client.read()) {
    const progress = reader.push(chunk);
    if (progress.state === "incomplete") continue;
    if (progress.state === "malformed") {
      const { failure } = progress;
      const reason = malformedPacket(failure);
      if (failure.connect !== undefined) waitUntil(explain(context, failure.connect, reason));
      return refuse(client, reason, failure);
    }
    return connectToAccount(context, client, progress);
  }
  client.destroy();
  return null;
}

async function connectToAccount(
  context: ClientContext,
  client: ByteStream,
  { connect, bytes }: { connect: ConnectPacket; bytes: Uint8Array },
): Promise<Opened | null> {
  const { env, origin, account } = context;
  const recipient = { version: connect.version, ...connect.properties };
  let logName: string | undefined;
  try {
    const attempt = attemptOf(origin.addressHash, connect);
    const wait = secondsToWait(attempt, Date.now());
    if (wait > 0) return await refuse(client, tooManyAttempts(wait), recipient);
    const lookup = account === null ? await findAccount(env, connect) : { userId: account };
    if ("refused" in lookup) {
      await recordFailure(env, attempt);
      const refusal = refuse(client, lookup.refused, recipient);
      // Not awaited, so that the time of the answer does not reveal whether an owner was notified.
      waitUntil(notifyOwners(env, origin.addressHash, lookup.notices));
      return await refusal;
    }
    const { userId } = lookup;
    logName = accountName(userId);
    const object = await openAccount(context, userId);
    if ("refused" in object) {
      if (object.refused === GATEWAY_REFUSALS.badCredentials) await recordFailure(env, attempt);
      return await refuse(client, object.refused, recipient);
    }
    await object.write(bytes);
    if (attempt !== null) answering(object, (isRight) => recordAnswer(env, attempt, isRight));
    return { object, userId, connect };
  } catch (error) {
    logAccountNotReached(logName, error);
    return refuse(client, GATEWAY_REFUSALS.unavailable, recipient);
  }
}

/** A notice that is lost changes nothing for the client. */
async function explain(
  { env, origin, account }: ClientContext,
  connect: ConnectPacket,
  reason: Reason,
): Promise<void> {
  const { addressHash } = origin;
  const notices = await noticesOf(env, { addressHash, account }, connect, reason).catch(() => []);
  await notifyOwners(env, addressHash, notices);
}

function recordAnswer(env: Env, attempt: LoginAttempt, isRight: boolean): void {
  if (isRight) recordRight(attempt);
  else waitUntil(recordFailure(env, attempt));
}

async function notifyOwners(
  env: Env,
  address: string | null,
  notices: readonly OwnerNotice[] = [],
): Promise<void> {
  await Promise.allSettled(
    notices.map(({ userId, note }) =>
      askAccount(env, userId, (account) => account.noteRefusal({ ...note, address })),
    ),
  );
}

async function openAccount(
  { env, edge, origin }: ClientContext,
  userId: string,
): Promise<ByteStream | { refused: Reason }> {
  const known = blockOf(userId, origin.addressHash, Date.now());
  if (known !== null && !known.isForUnread) return { refused: tooManyAttempts(known.seconds) };
  const arrival: Arrival = { ...(await arrivalOf(env, userId, edge, origin)), isConnectRead: true };
  const response = await openSocket(env, userId, arrival, { "Sec-WebSocket-Protocol": "mqtt" });
  const block = cacheBlock(userId, origin.addressHash, response, Date.now());
  if (block !== null) return { refused: tooManyAttempts(block.seconds) };
  // A token can name an account that does not exist.
  if (response.status === 404) return { refused: GATEWAY_REFUSALS.badCredentials };
  return response.webSocket === null
    ? { refused: GATEWAY_REFUSALS.unavailable }
    : new WebSocketStream(response.webSocket, maxUnreadBytes(env));
}

/** Sends the CONNACK, unless the reason passes by itself, and closes [MQTT-3.1.4-1] [MQTT-3.2.2-5]. */
async function refuse(client: ByteStream, refusal: Reason, to: Recipient): Promise<null> {
  const connack = encodeConnack(refusal, to);
  if (connack !== null) await client.write(connack);
  await closeGracefully(client, closingOf(refusal));
  return null;
}
