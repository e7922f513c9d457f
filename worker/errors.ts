/** Every error response: named here once, rendered in `api/answer.ts`. */

import type { NotApproved } from "../broker/contract/approval.ts";
import type { HttpAnswer, LimitWith } from "../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../broker/contract/limits.ts";
import type { MessageRefusal } from "../broker/contract/messages.ts";
import type { NotAnswered } from "../broker/contract/watch.ts";
import { API_LIMITS } from "./contract/api-limits.ts";
import { entrySentence } from "./contract/field-errors.ts";
import { MAX_ERROR_SENTENCE, MAX_ERROR_SENTENCES } from "./contract/limits.ts";
import { MESSAGES } from "./contract/sentences.ts";

export type FieldErrors = Record<string, string[]>;
/** `readers` and `acknowledged`: of a request without a reply. `starts_at`: of a guest's link that works later. `note`: the owner's words for that guest. */
export type ErrorBody =
  | { detail: string; readers?: number; acknowledged?: number; starts_at?: string; note?: string }
  | { errors: FieldErrors };
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 410
  | 413
  | 415
  | 421
  | 426
  | 429
  | 500
  | 503
  | 504;

/** A cut may part a surrogate pair. */
export const cutSentence = (text: string): string =>
  text.length > MAX_ERROR_SENTENCE ? `${text.slice(0, MAX_ERROR_SENTENCE).toWellFormed()}…` : text;

function bounded(body: ErrorBody): ErrorBody {
  if ("detail" in body) return { ...body, detail: cutSentence(body.detail) };
  const all = Object.entries(body.errors).flatMap(([field, list]) =>
    list.map((each) => [field, each] as const),
  );
  const errors: FieldErrors = {};
  for (const [field, sentence] of all.slice(0, MAX_ERROR_SENTENCES)) {
    const name = field.slice(0, 100).toWellFormed();
    errors[name] = [...(errors[name] ?? []), cutSentence(sentence)];
  }
  const more = all.length - MAX_ERROR_SENTENCES;
  if (more > 0)
    errors.non_field_errors = [...(errors.non_field_errors ?? []), `There are ${more} more errors.`];
  return { errors };
}

export class ApiError extends Error {
  override name = "ApiError";
  readonly status: ErrorStatus;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: ErrorStatus, given: ErrorBody, headers: Record<string, string> = {}) {
    const body = bounded(given);
    super("detail" in body ? body.detail : Object.keys(body.errors).join(", "));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const say = (status: ErrorStatus, detail: string, headers?: Record<string, string>) =>
  new ApiError(status, { detail }, headers);

const unauthorized = (detail: string) => say(401, detail, { "WWW-Authenticate": "Token" });

export const notAuthenticated = () => unauthorized(MESSAGES.notAuthenticated);
export const invalidToken = () => unauthorized(MESSAGES.invalidToken);
export const tokenMissing = () => unauthorized("Invalid token header. No credentials provided.");
export const tokenHasSpaces = () =>
  unauthorized("Invalid token header. Token string should not contain spaces.");

/** RFC 6750, section 3. */
export const badToken = () =>
  say(401, MESSAGES.invalidToken, { "WWW-Authenticate": 'Bearer error="invalid_token"' });
export const needsSession = () => say(403, MESSAGES.needsSession);
export const notForGuests = () => say(403, MESSAGES.notForGuests);
export const notForApps = () => say(403, MESSAGES.notForApps);
export const guestSuspended = () => say(403, MESSAGES.guestSuspended);
/** A known token: its page says from when on it works. */
export const guestStartsLater = (startsAt: string, note: string | null) =>
  guestOutOfTime({ detail: MESSAGES.guestStartsLater(startsAt), starts_at: startsAt }, note);
/** A known token: its page says to whom to turn. */
export const guestEnded = (note: string | null) => guestOutOfTime({ detail: MESSAGES.guestEnded }, note);

const guestOutOfTime = (body: { detail: string; starts_at?: string }, note: string | null) =>
  new ApiError(
    401,
    { ...body, ...(note !== null && { note }) },
    { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  );
export const missingScope = (name: string, scope: string, headers: Record<string, string> = {}) =>
  say(403, MESSAGES.missingScope(name, scope), headers);
/** An earlier client does not open the page for more by itself. */
export const appLacksScope = (name: string, scope: string, headers: Record<string, string>) =>
  say(403, MESSAGES.appLacksScope(name, scope), headers);
export const tokenInQuery = () => say(400, MESSAGES.tokenInQuery);

const bearerRequired = (detail: string) => say(401, detail, { "WWW-Authenticate": "Bearer" });
export const bearerMissing = () => bearerRequired(MESSAGES.notAuthenticated);
export const wrongOperatorKey = () => bearerRequired(MESSAGES.invalidKey);

/** Errors by field; those of no field are under `non_field_errors`. */
export const invalid = (errors: FieldErrors) => new ApiError(400, { errors });
export const invalidField = (field: string, ...sentences: string[]) => invalid({ [field]: sentences });
/** An id that names nothing, in a list of ids as the body has it. */
export function noSuchEntry(field: string, ids: readonly string[], id: string): ApiError {
  const index = ids.findIndex((each) => each.toLowerCase() === id.toLowerCase());
  return invalidField(field, entrySentence(index < 0 ? [] : [index], MESSAGES.noSuchObject(id)));
}
export const invalidRequest = (sentence: string) => invalid({ non_field_errors: [sentence] });

/** The answer to a call beyond a limit; its status and sentence stand in the limit's row. `most`: the value in force. */
export function limitReached(
  name: LimitWith<"http", typeof API_LIMITS>,
  most = 0,
  headers: Record<string, string> = {},
): ApiError {
  const { status, words }: HttpAnswer = API_LIMITS[name].http;
  return status === 400 ? invalidRequest(words(most)) : say(status, words(most), headers);
}

export const badJson = (why: string) => say(400, `JSON parse error - ${why}`);
export const badResetToken = () => say(400, MESSAGES.badResetToken);
export const badVerification = () => say(400, MESSAGES.badVerification);
export const badUndo = () => say(400, MESSAGES.badUndo);
export const betaFull = () => limitReached("MAX_USERS");
export const invitationOver = () => say(403, MESSAGES.invitationOver);
export const suspended = (reason: string) => say(403, MESSAGES.suspended(reason));
export const foreignOrigin = () => say(403, "This origin may not connect.");
export const notFound = () => say(404, MESSAGES.notFound);
export const noAppLogin = (detail: string) => say(404, detail);
export const noSecurityContact = () =>
  say(404, "No contact for security reports is set. The operator sets SECURITY_CONTACT or SUPPORT_EMAIL.");
export const methodNotAllowed = (method: string, allow: string) =>
  say(405, `Method "${method}" not allowed.`, { Allow: allow });
export const notAcceptable = () => say(406, "Could not satisfy the request Accept header.");
/** `why`: the notice stays as it is. */
export const notAnswered = (why: NotAnswered["refused"]) => say(409, MESSAGES.notAnswered[why]);
/** An order that is over is gone; one that was answered stays as it is. */
export const notApproved = (why: NotApproved["refused"]) =>
  say(why === "answered" ? 409 : 410, MESSAGES.notApproved[why]);
export const asksFirst = () => say(403, MESSAGES.asksFirst);
export const tooManyApprovals = (most: number) =>
  say(BROKER_LIMITS.MAX_APPROVALS.http.status, BROKER_LIMITS.MAX_APPROVALS.http.words(most));
export const ticketEnded = () => unauthorized(MESSAGES.ticketEnded);
export const emailTaken = () => say(409, MESSAGES.emailTaken);
export const bodyTooLarge = (max: number) => say(413, `The request body is larger than ${max} bytes.`);
export const bodyTooSlow = (seconds: number) => limitReached("BODY_DEADLINE", seconds);
export const bodiesFull = () => limitReached("MAX_BODIES", 0, { "Retry-After": "1" });
/** `wanted`: what the call takes. */
export const unsupportedType = (type: string, wanted: string) =>
  say(
    415,
    `Unsupported media type "${type.slice(0, 100)}" in request. Send it with Content-Type: ${wanted}.`,
  );
export const notJson = (type: string) => unsupportedType(type, "application/json");
/** Usually read by the person who chose the name: says what to do. */
export const misdirected = (host: string, development: boolean) =>
  say(
    421,
    `This service does not answer for "${host}". ${
      development
        ? `If it is this machine, start it with npm start -- --host ${host}`
        : "If it is its own, name it in APP_URL or HOSTS"
    }.`,
  );
export const noHostName = () => say(400, "The Host header is no host name.");
export const upgradeRequired = () =>
  say(426, "This address speaks MQTT over WebSocket only.", { Upgrade: "websocket", Connection: "Upgrade" });
export const subprotocolRequired = () => say(400, 'The WebSocket subprotocol "mqtt" is required.');
export const throttled = (seconds: number, remedy = "") =>
  say(429, `${MESSAGES.throttled}${seconds} ${seconds === 1 ? "second" : "seconds"}.${remedy}`, {
    "Retry-After": String(seconds),
  });
export const exportRunning = () => say(429, MESSAGES.exportRunning, { "Retry-After": "10" });
/** The remedy belongs to the sentence: an answer with many rows counts several times. */
export const readsThrottled = (seconds: number, perSecond: number) =>
  throttled(seconds, ` ${BROKER_LIMITS.READ_RATE.http.words(perSecond)}`);
export const serverError = () => say(500, MESSAGES.serverError);
export const unavailable = () => say(503, "Service temporarily unavailable, try again later.");
export const noLetters = () =>
  say(503, "This service cannot send e-mails yet: its own address is not configured.");
/** The sentence says which variable to set. */
export const noMetrics = (sentence: string) => say(503, sentence);
export const brokersDown = () => say(503, "The brokers of accounts do not answer.");
/** The call to switch was sent, and its answer was lost. */
export const switchUnknown = () =>
  say(503, "The account's broker does not answer; whether the device was switched is not known.", {
    "Retry-After": "5",
  });
/** The command was accepted, but the rest of the call could not be stored because of `cause`. */
export const switchedAlone = (state: boolean, cause: unknown) =>
  Object.assign(
    say(
      503,
      `The command ${state ? "on" : "off"} was accepted; the device's settings were not saved. Try again.`,
      {
        "Retry-After": "5",
      },
    ),
    { cause },
  );
/** The call to publish was sent, and its answer was lost. */
export const publishUnknown = () =>
  say(503, "The account's broker does not answer; whether the message was published is not known.", {
    "Retry-After": "5",
  });
/** A request was published, and no reply came. */
export const noReply = (detail: string, readers: number, acknowledged: number) =>
  new ApiError(504, { detail, readers, acknowledged });
const overOfDay = ({ http }: { http: { status: 503; words: () => string } }, seconds: number) =>
  say(http.status, http.words(), { "Retry-After": String(seconds) });
export const rowsUsedUp = (seconds: number) => overOfDay(BROKER_LIMITS.MAX_ROWS_A_DAY, seconds);
export const rowsOfGuestsUsedUp = (seconds: number) => overOfDay(BROKER_LIMITS.GUEST_ROWS_PERCENT, seconds);
export const brokerUnavailable = () =>
  say(503, "The account's broker does not answer; nothing was changed. Try again later.", {
    "Retry-After": "5",
  });

export const tooManyRequests = (words: string) => say(429, words, { "Retry-After": "1" });

export function messageRefused(refusal: MessageRefusal): ApiError {
  switch (refusal.why) {
    case "caller":
      return badToken();
    case "scope":
      return missingScope(refusal.tokenName, refusal.scope);
    case "forbidden":
      return say(403, refusal.words);
    case "invalid":
      return invalidField(refusal.field, refusal.words);
    case "rate":
      return throttled(refusal.seconds);
    case "requests":
      return tooManyRequests(refusal.words);
    case "room":
      return say(503, refusal.words, { "Retry-After": String(refusal.seconds) });
  }
}
