/** Routes of calls that the account's object answers: one request to it, and no D1 query when it knows the caller. */

import type { Bearer, CallerResult, Needs } from "../../broker/contract/bearer.ts";
import { type JsonColumn, readable } from "../../broker/contract/json.ts";
import { type Asked, account, askAsCaller } from "../account/account.ts";
import { readAgain } from "../account/change-rights.ts";
import type { AnswerOf, Call, CallerRequest, Route } from "../api/call.ts";
import type { SessionRef } from "../auth/guard.ts";
import type { ApiCall, ResponseOf } from "../contract/api.ts";
import type { Read } from "../db/statement.ts";

/** What both ways to a response know of a call. */
type Shared<N extends ApiCall> = Pick<
  Call<N>,
  "env" | "request" | "url" | "now" | "browser" | "id" | "scheduleId" | "body" | "query" | "headers"
> & { userId: string; bearer: Bearer };

export interface ObjectRoute<N extends ApiCall, Answer, Row> {
  waits?: number;
  /** The id of the row in the path. */
  row?: NonNullable<Needs["row"]>["kind"];
  /** The object reads the rights before the call, if it does not know the caller. */
  needsRights?: true;
  /** Reads that row, or all rows, when the object does not know the caller. */
  find?: (
    db: D1Database,
    session: SessionRef,
    call: Pick<Call<N>, "id" | "scheduleId" | "query">,
  ) => Read<Row>;
  /** The row as the object stores it, if the response needs it. Such a call changes nothing. */
  kept?: Pick<JsonColumn<Row>, "read">;
  /** False when the request has an error, which is reported after authentication. */
  isFit?(call: Shared<N>): Promise<boolean>;
  /** Makes the call. */
  ask(object: Asked, call: Shared<N>): Promise<Answer>;
  show(answer: Answer, call: Shared<N>, rows: readonly Row[]): AnswerOf<N> | Promise<AnswerOf<N>>;
  csv?(answer: ResponseOf<N>): string;
}

export const objectRoute = <N extends ApiCall, Answer, Row = unknown>(
  route: ObjectRoute<N, Answer, Row>,
): Route<N, Row> => ({
  ...(route.waits !== undefined && { waits: route.waits }),
  ...(route.csv !== undefined && { csv: route.csv }),
  ...alongside(route),
  act: (call) => byDatabase(route, call),
  asCaller: (asked) => byObject(route, asked),
});

const alongside = <N extends ApiCall, Answer, Row>({ find }: ObjectRoute<N, Answer, Row>) =>
  find && {
    alongside: (session: SessionRef, call: Parameters<typeof find>[2] & Pick<Call<N>, "env">) =>
      find(call.env.DB, session, call),
  };

/** The database knows the caller. */
async function byDatabase<N extends ApiCall, Answer, Row>(
  { ask, show, needsRights }: ObjectRoute<N, Answer, Row>,
  call: Call<N, Row>,
): Promise<AnswerOf<N>> {
  const userId = call.caller?.user.id ?? "";
  // the object reads the rights, so that the next call needs no database
  if (needsRights && call.isUnknown) await readAgain(call.env, userId);
  else if (call.isUnknown) call.after(() => readAgain(call.env, userId));
  const { session, token } = call.caller ?? {};
  const bearer = { kind: token == null ? "session" : "token", digest: session?.tokenHash ?? "" } as const;
  const shared = { ...call, userId, bearer };
  return show(await ask(account(call.env, userId), shared), shared, call.read);
}

async function byObject<N extends ApiCall, Answer, Row>(
  { row, kept, isFit, ask, show }: ObjectRoute<N, Answer, Row>,
  { call, userId, bearer, scopes, isRead, onAllowed }: CallerRequest<N>,
): Promise<CallerResult<AnswerOf<N>>> {
  const shared = { ...call, userId, bearer };
  if (isFit && !(await isFit(shared))) return { isAllowed: false, isKnown: true };
  const needs = { scopes, row: rowOf(row, call), details: kept !== undefined, isRead };
  const checked = await askAsCaller(call.env, userId, { bearer, needs }, (object) => ask(object, shared));
  if (!checked.isAllowed) return checked;
  onAllowed(checked.tokenId);
  const rows = storedRows(kept, checked.details);
  // the database has them, and the object reads the rights again
  if (rows === null) return { isAllowed: false, isKnown: false };
  return { ...checked, answer: await show(checked.answer, shared, rows) };
}

function rowOf(
  kind: NonNullable<Needs["row"]>["kind"] | undefined,
  { id, scheduleId }: Pick<CallerRequest<ApiCall>["call"], "id" | "scheduleId">,
): Needs["row"] {
  if (kind === undefined) return null;
  return kind === "schedule" ? { kind, id: scheduleId, deviceId: id } : { kind, id };
}

/** Null when an earlier release stored one that this code cannot read. */
function storedRows<Row>(
  kept: Pick<JsonColumn<Row>, "read"> | undefined,
  texts: readonly string[],
): Row[] | null {
  if (kept === undefined) return [];
  const rows = texts.flatMap((text) => readable(kept, text) ?? []);
  return rows.length === texts.length ? rows : null;
}
