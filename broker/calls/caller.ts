/**
 * The caller of a REST call, checked in the turn in which the call acts. The copy of the rights decides; where it does
 * not know the caller nothing is done, and the worker asks the database, which knows the reason.
 */

import { RpcTarget } from "cloudflare:workers";
import type { Bearer, CallerResult, Needs, OverLimit } from "../contract/bearer.ts";
import { putNewest } from "../contract/bounded.ts";
import { ReadRate, rowsIn, SHARE_OF_A_GUEST } from "../contract/read-rate.ts";
import { type DeviceScope, devicesOfScope, hasScope } from "../contract/scopes.ts";
import { isInForce } from "../contract/token.ts";
import type { Modules } from "../hub/modules.ts";
import { ticketTarget } from "../hub/watches/answers.ts";
import { hasTicket } from "../hub/watches/approvals.ts";
import type { Hub } from "../hub.ts";
import type { TokenLogin } from "../ports.ts";

/** Guests whose reads are counted in memory. */
const MAX_GUEST_RATES = 100;

/** A session may do everything in its account; a token what its scopes allow. */
export type VerifiedCaller = { kind: "session" } | TokenLogin;

/** For whom a call acts. */
export interface CallMaker {
  bearer: Bearer;
  /** The caller's rights; null when neither the copy of the rights nor the database has them. */
  rights(): VerifiedCaller | null | Promise<VerifiedCaller | null>;
}

/** What a call does in its account. */
export type CallWork<Answer> = (hub: Hub, maker: CallMaker) => Answer | Promise<Answer>;

/** Does the work of a call, where its caller may make it. */
export type Act = <Answer>(work: CallWork<Answer>, rows?: "writes rows") => Promise<CallerResult<Answer>>;

/** The calls of a noun, for one caller. The platform exposes the methods of its class, and no field. */
export abstract class Calls extends RpcTarget {
  protected readonly act: Act;

  constructor(act: Act) {
    super();
    this.act = act;
  }
}

/** Stores the account's id, once: what happens without a call needs it, such as an alarm. */
export const rememberAccount = ({ modules, userId }: Hub): void => modules.store.meta.set("userId", userId);

/** For a bearer that this object checks. `hubOf` returns null for an object without tables. */
export function actAs(bearer: Bearer, needs: Needs, hubOf: () => Hub | null): Act {
  return async (work, rows) => {
    const hub = hubOf();
    const now = Date.now();
    const caller =
      hub === null ? null : (holderOf(bearer, needs, hub.modules, now) ?? callerOf(bearer, hub.modules, now));
    if (hub === null || caller === null) return { isAllowed: false, isKnown: false };
    const { modules } = hub;
    const isGuest = guestIn(caller) !== null;
    if (!allows(caller, needs, modules)) return { isAllowed: false, isKnown: true, isGuest };
    const over = overLimit(caller, needs, rows !== undefined, modules, now);
    if (over !== null) return { isAllowed: false, isKnown: true, over };
    const { rightsCopy, unreadable } = modules.store;
    const details = needs.details ? rightsCopy.details(needs.row?.id ?? null) : [];
    // asked again after a wait, when they may have changed
    const answer = await work(hub, { bearer, rights: () => callerOf(bearer, modules, Date.now()) });
    if (unreadable.isMet) modules.changes.mend();
    if (needs.isRead) {
      chargeRead(caller, modules, Math.max(details.length, rowsIn(answer)));
    }
    return { isAllowed: true, answer, details, tokenId: caller.kind === "token" ? caller.id : null, isGuest };
  };
}

/** For a bearer that the database knows, and for the worker itself. */
export function actFor(bearer: Bearer, hub: Hub): Act {
  const rights = () => rightsOfKnown(bearer, hub.modules);
  return async (work) => ({
    isAllowed: true,
    answer: await work(hub, { bearer, rights }),
    details: [],
    tokenId: null,
    isGuest: false,
  });
}

/** A new token may not be in the copy yet: asks the database. */
async function rightsOfKnown(bearer: Bearer, { store, changes }: Modules): Promise<VerifiedCaller | null> {
  if (bearer.kind === "session") return { kind: "session" };
  const token = validToken(bearer, store.rightsCopy, Date.now());
  if (token !== null) return token;
  await changes.askAbout(`token ${bearer.digest}`, true);
  return validToken(bearer, store.rightsCopy, Date.now());
}

type Copy = Pick<Modules["store"], "rightsCopy">["rightsCopy"];

function validToken({ digest }: Bearer, rightsCopy: Pick<Copy, "login">, now: number): TokenLogin | null {
  const token = rightsCopy.login("token", digest);
  return token?.kind === "token" && isInForce(token, now) ? token : null;
}

const mayBeOld = ({ store: { meta }, changes }: Pick<Modules, "store" | "changes">): boolean =>
  changes.held || meta.get("rightsVersion") < 0 || meta.get("suspended") === 1;

/** The ticket of a notice or an order may do with it what a session may. Null for any other bearer. */
function holderOf(
  { kind, digest }: Bearer,
  { row }: Needs,
  modules: Pick<Modules, "store" | "changes">,
  now: number,
): VerifiedCaller | null {
  if (kind !== "notice" || row?.kind !== "notice" || mayBeOld(modules)) return null;
  const { store } = modules;
  const isIts =
    ticketTarget(store, { id: row.id, digest }, now) !== null || hasTicket(store, { id: row.id, digest });
  return isIts ? { kind: "session" } : null;
}

/** Returns null when the copy does not know the bearer, or may be old: then the database decides. */
export function callerOf(
  bearer: Bearer,
  modules: Pick<Modules, "store" | "changes">,
  now: number,
): VerifiedCaller | null {
  if (mayBeOld(modules)) return null;
  const { rightsCopy } = modules.store;
  switch (bearer.kind) {
    case "ticket":
    case "notice":
      return null;
    case "session": {
      const until = rightsCopy.sessionEnd(bearer.digest);
      return until !== null && until > now ? { kind: "session" } : null;
    }
    case "token":
      return validToken(bearer, rightsCopy, now);
  }
}

/** The caller as a guest; null for another. */
export const guestIn = (caller: VerifiedCaller): TokenLogin | null =>
  caller.kind === "token" && caller.guest === true ? caller : null;

/** The devices that a list shows to a caller; null for all. */
export async function devicesShownTo({ rights }: CallMaker, scope: DeviceScope): Promise<string[] | null> {
  const caller = await rights();
  if (caller === null) return [];
  if (caller.kind === "session" || caller.scopes.includes(scope)) return null;
  return devicesOfScope(caller.scopes, scope);
}

/** Checks the scopes, and that the row exists. */
function allows(caller: VerifiedCaller, needs: Needs, { store }: Pick<Modules, "store">): boolean {
  const { scopes, row, isListed, isForGuests, isForApps } = needs;
  if (!hasRow(row, store)) return false;
  if (caller.kind === "session") return true;
  if (guestIn(caller) !== null && !isForGuests) return false;
  if (caller.app && !isForApps) return false;
  const of = row?.kind === "device" ? { deviceId: row.id } : isListed ? "listed" : "account";
  return scopes.every((scope) => hasScope(caller.scopes, scope, of));
}

function hasRow(row: Needs["row"], { rightsCopy, schedules }: Modules["store"]): boolean {
  switch (row?.kind) {
    case undefined:
    // the call looks it up
    case "notice":
      return true;
    case "device":
      return rightsCopy.hasDevice(row.id);
    case "series":
      return rightsCopy.channelSeries(row.id).length > 0;
    case "schedule":
      return schedules.deviceOf(row.id) === row.deviceId;
  }
}

/** Seconds until a change may write rows again (MAX_ROWS_A_DAY); 0 when it may now. */
export const rowsRetryAfter = ({ store: { rows } }: Pick<Modules, "store">, now: number): number =>
  rows.isOver(now) ? rows.secondsLeft(now) : 0;

/** Takes a read. Returns the seconds to wait; 0 for none. Guests use up no reads of the owner. */
export function takeRead(caller: VerifiedCaller, modules: Modules, now: number): number {
  const { READ_RATE: perSecond } = modules.limits;
  const guest = guestIn(caller);
  if (guest === null) return modules.reads.take(perSecond, now);
  const wait = readsOfGuest(guest, modules).take(perSecond * SHARE_OF_A_GUEST, now);
  return wait > 0 ? wait : modules.readsOfGuests.take(perSecond, now);
}

function readsOfGuest({ id }: TokenLogin, { guestReads }: Modules): ReadRate {
  const own = guestReads.get(id) ?? new ReadRate();
  putNewest(guestReads, id, own, MAX_GUEST_RATES);
  return own;
}

/** Counts the rows of an answer. */
function chargeRead(caller: VerifiedCaller, modules: Modules, rows: number): void {
  const guest = guestIn(caller);
  if (guest !== null) readsOfGuest(guest, modules).charge(rows);
  (guest === null ? modules.reads : modules.readsOfGuests).charge(rows);
}

/** Whether a guest calls faster than one MQTT client may publish, alone or with the other guests. */
function isTooFast(guest: TokenLogin | null, { rateLimiter }: Modules, now: number): boolean {
  if (guest === null) return false;
  const passes = (key: string) =>
    rateLimiter.publish(rateLimiter.sharesOf(`http ${key}`, now), now) === "pass";
  return !passes(`token:${guest.id}`) || !passes("guests");
}

/** Counts a call of a guest, and a read of a known caller. Null when the call may proceed. */
function overLimit(
  caller: VerifiedCaller,
  { isRead }: Needs,
  writesRows: boolean,
  modules: Modules,
  now: number,
): OverLimit | null {
  const wait = isRead ? takeRead(caller, modules, now) : 0;
  if (wait > 0) return { limit: "READ_RATE", retryAfterSeconds: wait };
  if (!isRead && isTooFast(guestIn(caller), modules, now)) {
    return { limit: "MQTT_PUBLISH_RATE", retryAfterSeconds: 1 };
  }
  const { rows } = modules.store;
  if (!isRead && guestIn(caller) !== null && rows.isOverFor("guestRows", now)) {
    return { limit: "GUEST_ROWS_PERCENT", retryAfterSeconds: rows.secondsLeft(now) };
  }
  const seconds = writesRows ? rowsRetryAfter(modules, now) : 0;
  return seconds > 0 ? { limit: "MAX_ROWS_A_DAY", retryAfterSeconds: seconds } : null;
}
