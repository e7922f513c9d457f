/** Server-Sent Events of an account. The Worker holds the stream, so that the account's object may sleep. */

import type { Bearer, CallerResult } from "../../broker/contract/bearer.ts";
import {
  FILTERS_HEADER,
  GUEST_HEADER,
  LACKED_HEADER,
  type Stream,
  TOKEN_ID_HEADER,
} from "../../broker/contract/stream.ts";
import { askAccount, openSocket } from "../account/account.ts";
import { readAgain } from "../account/change-rights.ts";
import { objectRoute } from "../api/by-object.ts";
import type { Call, Route } from "../api/call.ts";
import { isoTime, filterMistakes as ofFilter } from "../contract/fields.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { MAX_STREAM_FILTERS } from "../contract/stream.ts";
import { brokerUnavailable, invalidField, missingScope, throttled } from "../errors.ts";
import { arrivalOf, edgeOf, originAt } from "../gateway/arrival.ts";
import { digest } from "../keys/digest.ts";
import { newBearer } from "../keys/random.ts";
import { type Readable, StreamReader } from "../stream/reader.ts";
import { clientAddress } from "../throttle/address.ts";

const EVENTS_AT_ONCE = 200;

type Asking = Pick<Call<"readStream">, "env" | "request" | "url" | "query">;

export const readStream: Route<"readStream"> = {
  async act(call) {
    const mistakes = filterMistakes(call.url);
    if (mistakes.length > 0) throw invalidField("filter", ...mistakes);
    const { user, session } = call.caller;
    // the database knows the caller, and the object not yet
    await readAgain(call.env, user.id);
    const opened = await open(call, user.id, {
      kind: session.isToken ? "token" : "session",
      digest: session.tokenHash,
    });
    if (opened === null) throw brokerUnavailable();
    return opened.response;
  },
  async asCaller({ call, onAllowed }): Promise<CallerResult<Response>> {
    const isFit = filterMistakes(call.url).length === 0;
    const opened = isFit ? await open(call, call.userId, call.bearer) : null;
    if (opened === null) return { isAllowed: false, isKnown: true };
    const caller = { tokenId: opened.tokenId, isGuest: opened.isGuest };
    onAllowed(caller);
    return { isAllowed: true, answer: opened.response, details: [], ...caller };
  },
};

const filtersOf = ({ searchParams }: URL): string[] =>
  searchParams.getAll("filter").filter((each) => each !== "");

/** The query's schema has only the last filter. */
function filterMistakes(url: URL): string[] {
  const filters = filtersOf(url);
  if (filters.length > MAX_STREAM_FILTERS) return [MESSAGES.tooManyFilters(MAX_STREAM_FILTERS)];
  return filters.flatMap(ofFilter);
}

/** Null when the account's object does not know the bearer. */
async function open(asking: Asking, userId: string, bearer: Bearer): Promise<Opened | null> {
  const { url, query } = asking;
  const readable = { messages: filtersOf(url).length > 0, events: query.events === "true" };
  const resumes = lastIdOf(asking) !== "";
  const answer = await ask(asking, userId, { bearer, events: readable.events, resumes });
  const socket = socketOf(answer);
  if (socket === null) return null;
  const reader = readerOf(asking, userId, socket, readable);
  await reader.opened;
  return {
    response: new Response(reader.body, { headers: HEADERS }),
    tokenId: answer.headers.get(TOKEN_ID_HEADER),
    isGuest: answer.headers.has(GUEST_HEADER),
  };
}

async function ask({ env, request, url }: Asking, userId: string, stream: Stream): Promise<Response> {
  const caller = originAt(env, clientAddress(request));
  const arrival = await arrivalOf(env, userId, edgeOf(env, request, caller), caller);
  const filters = encodeURIComponent(JSON.stringify(filtersOf(url)));
  return openSocket(env, userId, { ...arrival, stream }, { [FILTERS_HEADER]: filters });
}

interface Opened {
  response: Response;
  tokenId: string | null;
  isGuest: boolean;
}

function readerOf({ env, request, query }: Asking, userId: string, socket: WebSocket, readable: Readable) {
  const lastId = lastIdOf({ request, query });
  const reader = new StreamReader(socket, readable, { userId, lastId, signal: request.signal });
  const timeOf = (id: string) => askAccount(env, userId, (account) => account.eventTime(id));
  const after = (at: number) => askAccount(env, userId, (account) => account.eventsAfter(at, EVENTS_AT_ONCE));
  if (lastId !== "") reader.resume(lastId, { timeOf, after });
  if (request.method === "HEAD") reader.end();
  return reader;
}

const lastIdOf = ({ request, query }: Pick<Asking, "request" | "query">): string =>
  request.headers.get("Last-Event-ID") ?? query.last_event_id ?? "";

const HEADERS = {
  // without a charset Python's requests assumes ISO-8859-1
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  // turns off nginx's buffering
  "X-Accel-Buffering": "no",
};

function socketOf({ status, headers, webSocket }: Response): WebSocket | null {
  if (status === 503) throw brokerUnavailable();
  if (status === 429) throw throttled(Number(headers.get("Retry-After") ?? 1));
  if (status === 403) {
    const [scope = "", name = ""] = decodeURIComponent(headers.get(LACKED_HEADER) ?? "").split("\n");
    throw missingScope(name, scope);
  }
  return webSocket ?? null;
}

export const createTicket = objectRoute<"createTicket", number, unknown, string>({
  // a ticket is worth nothing for a maker that the object does not know
  needs: { rights: true },
  input: ({ userId }) => newBearer("ticket", userId),
  act: (calls, { input: ticket }) => calls.streams.putTicket(digest(ticket)),
  show: (until, { input: ticket }) => ({ ticket, expires_at: isoTime(until) }),
});
