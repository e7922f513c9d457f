/** Tokens for programs: scopes, lifetime, creation. */

import * as z from "zod";
import { parseScope, scopeText } from "../../broker/contract/scopes.ts";
import { type Duration, endOfDuration, parseDuration } from "./duration.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { filterMistakes, givenMoment, list, moment, named, text, uuid } from "./fields.ts";
import { MAX_SCOPES, MAX_TOKEN_LIFETIME, MAX_TOKEN_NAME } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

const FIELDS = {
  id: uuid(),
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: moment(),
  /** Null: it does not expire. */
  expires_at: moment().nullable(),
  /** To the hour; null: never used. */
  last_used_at: moment().nullable(),
  /** The address of the last use; null when unknown. */
  last_address: z.string().nullable(),
};
export const Token = named("Token", FIELDS);
export type Token = z.infer<typeof Token>;

/** The only response with the secret. */
const NewToken = named("NewToken", { ...FIELDS, token: z.string() });

export const CallerScopes = named("CallerScopes", {
  /** The owner's name of the token; null for a login session. */
  token: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Whether it is the token of a guest. */
  guest: z.boolean(),
  /** Whether it is the access token of an app. */
  app: z.boolean(),
  /** When the token ends; null: it does not, or the caller is a login session. */
  expires_at: moment().nullable(),
  /** What the owner wrote for a guest; null: nothing. */
  note: z.string().nullable(),
});
export type CallerScopes = z.infer<typeof CallerScopes>;

function scopeMistakes(scope: string): string[] {
  const parsed = parseScope(scope);
  if (parsed === null) {
    if (/^messages:(read|publish):?$/.test(scope)) {
      return [MESSAGES.scopeNeedsFilter(scope.replace(/:$/, ""))];
    }
    return [`"${scope}" is not a valid choice.`];
  }
  if (!("filter" in parsed)) return [];
  return [...filterMistakes(parsed.filter), ...(/%[cu]/.test(parsed.filter) ? [MESSAGES.noPatterns] : [])];
}

const scope = () =>
  text().transform((value, context) => {
    for (const message of scopeMistakes(value)) context.addIssue({ code: "custom", message });
    const parsed = parseScope(value);
    return parsed === null ? value : scopeText(parsed);
  });

const scopes = () =>
  list(scope(), MAX_SCOPES).superRefine((all, context) => {
    if (all.length === 0) context.addIssue({ code: "custom", message: MESSAGES.noScopes });
    for (const [at, each] of all.entries()) {
      const isTwice = all.indexOf(each) !== at;
      if (isTwice) context.addIssue({ code: "custom", path: [at], message: MESSAGES.scopeTwice(each) });
    }
  });

const NOTHING: Duration = { sign: 1, months: 0, seconds: 0 };
const TEN_YEARS: Duration = { ...NOTHING, months: 120 };

/** An ISO 8601 duration: years and months, too, since it begins when the token is made. */
const lifetime = () =>
  text().transform((value, context) => {
    const duration = parseDuration(value);
    const isLong = duration !== null && duration.sign > 0 && duration.months + duration.seconds > 0;
    if (!isLong) context.addIssue({ code: "custom", message: MESSAGES.wrongLifetime });
    return duration ?? NOTHING;
  });

/**
 * When a token that is made at `now` expires; null when it is later than ten years ahead. Ten years of the calendar may
 * be half a day longer than the limit in seconds. Milliseconds since 1970.
 */
export function endOfToken(now: number, end: Duration | number): number | null {
  const latest = now + MAX_TOKEN_LIFETIME * 1000;
  if (typeof end === "number") return end <= latest ? end : null;
  const at = endOfDuration(end, now);
  const isInTime = at <= latest || (end.months > 0 && at <= endOfDuration(TEN_YEARS, now));
  return isInTime ? at : null;
}

const TokenBody = z
  .object({
    name: text({ max: MAX_TOKEN_NAME }),
    /** `devices:read`, `devices:switch`, `values:read`, `values:write`, each also for one device as `devices:read:{deviceId}`, `events:read`, `messages:read:{filter}`, `messages:publish:{filter}`, `setup:read`, `setup:write`. */
    scopes: scopes().meta({ examples: [["messages:read:lamp/state", "messages:publish:lamp/set"]] }),
    /** `P90D`, `P2W` or `P1Y`; without it and without `expires_at` the token does not expire. */
    expires_in: lifetime().nullable().optional(),
    expires_at: text().pipe(givenMoment()).nullable().optional(),
  })
  .refine((body) => body.expires_in == null || body.expires_at == null, {
    path: ["expires_at"],
    message: MESSAGES.oneEnd,
  })
  .meta({ id: "TokenBody" });

export const TOKEN_CALLS = endpoints({
  listTokens: {
    method: "GET",
    path: "/v0/tokens/",
    access: "user",
    summary: "Tokens, newest first, without their secrets",
    response: z.array(Token),
    problems: [503],
    whileSuspended: true,
  },
  createToken: {
    method: "POST",
    path: "/v0/tokens/",
    access: "user",
    status: 201,
    summary: "Make a token for a program; only this answer contains it",
    request: TokenBody,
    response: NewToken,
  },
  readScopes: {
    method: "GET",
    path: "/v0/scopes/",
    access: "token",
    scopes: [],
    isForGuests: true,
    summary: "What the caller may do: the scopes of its token, or all of them for a login session",
    response: CallerScopes,
    problems: [503],
  },
  deleteToken: {
    method: "DELETE",
    path: "/v0/tokens/{id}/",
    access: "user",
    summary: "Delete a token; its clients are disconnected before the answer",
    problems: OBJECT_PROBLEMS,
  },
});
