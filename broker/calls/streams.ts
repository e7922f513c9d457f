/** Streams: who may open one, which older ones it ends, and the tickets that open one without a token. */

import type { CallerResult } from "../contract/bearer.ts";
import {
  GUEST_HEADER,
  LACKED_HEADER,
  type LackedScope,
  MAX_STREAMS,
  type Stream,
  TOKEN_ID_HEADER,
} from "../contract/stream.ts";
import { accountPrefix } from "../contract/topics.ts";
import type { Modules } from "../hub/modules.ts";
import { tokenPrincipal } from "../hub/rights/token-principal.ts";
import { RESUMED, TOO_MANY_STREAMS } from "../hub/streams/streams.ts";
import type { Hub } from "../hub.ts";
import { rightsOf } from "../routing/access.ts";
import { Calls, callerOf, guestIn, takeRead, type VerifiedCaller } from "./caller.ts";

export class StreamCalls extends Calls {
  /**
   * Stores a ticket, which opens one stream for its maker and resumes it. Returns until when it may be opened, in
   * milliseconds since 1970.
   */
  putTicket(digest: string): Promise<CallerResult<number>> {
    return this.act(async ({ modules }, { bearer, rights }) => {
      const caller = await rights();
      const { tickets, rows } = modules.store;
      const now = Date.now();
      modules.streams.reconcile(now);
      const put = () => tickets.put(digest, bearer, now);
      return caller !== null && guestIn(caller) !== null ? rows.countFor("guestRows", put) : put();
    }, "writes rows");
  }
}

/** `stream` names the ticket's maker in place of the ticket. `unreadable`: the rights cannot be read now. */
type StreamCheck =
  | { caller: VerifiedCaller; stream: Stream }
  | { lacked: LackedScope }
  | { unreadable: true }
  | null;

/**
 * Checks whether a stream may be opened, and for whom. Null when the copy of the rights does not know the bearer, or for
 * a ticket that opens nothing.
 */
async function checkStream(hub: Hub, asked: Stream, filters: readonly string[]): Promise<StreamCheck> {
  const { changes, clock, store } = hub.modules;
  const { bearer } = asked;
  if (changes.held && !(await hub.released())) return { unreadable: true };
  const now = clock();
  const checked = check(hub.modules, asked, filters, now);
  if (checked !== null || bearer.kind !== "ticket") return checked;
  if (store.tickets.find(bearer.digest, now) === null) return null;
  // its maker may be newer than the copy of the rights
  await changes.askAbout(`ticket ${bearer.digest}`, true);
  return check(hub.modules, asked, filters, now);
}

/** Null for an unknown ticket, or when the copy of the rights does not know the bearer. */
function check(modules: Modules, asked: Stream, filters: readonly string[], now: number): StreamCheck {
  const stream = asked.bearer.kind === "ticket" ? redeemed(modules, asked, now) : asked;
  if (stream === null) return null;
  const caller = callerOf(stream.bearer, modules, now);
  // the access token of an app is for tools only
  if (caller === null || (caller.kind === "token" && caller.app)) return null;
  const lacked = lackedScope(modules, caller, stream.events, filters);
  if (lacked !== null) return { lacked };
  const guest = guestIn(caller);
  return { caller, stream: guest === null ? stream : { ...stream, guest: guest.id } };
}

/** A used ticket opens its stream only again: for a reader that names the last id that it got. */
function redeemed({ streams, store }: Modules, asked: Stream, now: number): Stream | null {
  const { digest } = asked.bearer;
  streams.reconcile(now);
  const ticket = store.tickets.find(digest, now);
  if (ticket === null || !(ticket.isNew || asked.resumes)) return null;
  return { ...asked, bearer: ticket.bearer, ticket: digest };
}

function lackedScope(
  { store }: Modules,
  caller: VerifiedCaller,
  events: boolean,
  filters: readonly string[],
): LackedScope | null {
  if (caller.kind === "session") return null;
  const { label: name, scopes } = caller;
  if (events && !scopes.includes("events:read")) return { name, scope: "events:read" };
  const userId = store.meta.get("userId");
  const { maySubscribe } = rightsOf(userId, tokenPrincipal(caller));
  const filter = filters.find((each) => !maySubscribe(accountPrefix(userId) + each));
  return filter === undefined ? null : { name, scope: `messages:read:${filter}` };
}

/** Ends the stream that the same ticket opened before, and the one furthest behind where there are too many. */
function makeRoomFor(stream: Stream, { streams, connections, ingress }: Modules): void {
  for (const older of streams.sameTicket(stream)) ingress.drop(older, RESUMED);
  for (const older of streams.beyondGuest(stream)) ingress.drop(older, TOO_MANY_STREAMS);
  while (connections.streams.size >= MAX_STREAMS) {
    const last = streams.furthestBehind();
    if (last === undefined) break;
    ingress.drop(last, TOO_MANY_STREAMS);
    // its end may not have been written
    connections.remove(last);
  }
  streams.opened(stream);
}

/** Opens a stream, or returns why not. `openSocket` makes the sockets of the worker and of this object. */
export async function openStream(
  hub: Hub,
  asked: Stream,
  filters: string[],
  openSocket: (stream: Stream) => { client: WebSocket; server: WebSocket },
): Promise<Response> {
  const checked = await checkStream(hub, asked, filters);
  if (checked === null) return new Response(null, { status: 401 });
  if ("lacked" in checked) return refusalOf(checked.lacked);
  if ("unreadable" in checked) return new Response(null, { status: 503 });
  const { caller, stream } = checked;
  // of others counted and never refused: a 429 ends an `EventSource` for ever
  const wait = takeRead(caller, hub.modules, Date.now());
  if (wait > 0 && stream.guest !== undefined) {
    return new Response(null, { status: 429, headers: { "Retry-After": String(wait) } });
  }
  makeRoomFor(stream, hub.modules);
  const { client, server } = openSocket(stream);
  hub.greet(server, stream, filters);
  const headers = new Headers();
  if (caller.kind === "token") headers.set(TOKEN_ID_HEADER, caller.id);
  if (stream.guest !== undefined) headers.set(GUEST_HEADER, "1");
  return new Response(null, { status: 101, webSocket: client, headers });
}

const refusalOf = ({ scope, name }: LackedScope): Response =>
  new Response(null, {
    status: 403,
    headers: { [LACKED_HEADER]: encodeURIComponent(`${scope}\n${name}`) },
  });
