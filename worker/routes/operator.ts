/** Calls of operators: accounts, the service and the waiting list. */

import type { Activity, Usage } from "../../broker/contract/account.ts";
import { askAccount } from "../account/account.ts";
import { changeRights, closePages } from "../account/change-rights.ts";
import { shownLimits } from "../account/limits.ts";
import { type Call, route } from "../api/call.ts";
import { linkNext } from "../api/headers.ts";
import { type Happening, noteOperator } from "../auth/security-log.ts";
import { eventCursor } from "../contract/events.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { OPERATOR_PAGE } from "../contract/limits.ts";
import type {
  AccountActivity,
  AccountSummary,
  Action,
  BusyAccount,
  WaitingPerson,
} from "../contract/operator.ts";
import { OPERATOR_CALLS } from "../contract/operator.ts";
import {
  type AccountRow,
  accountById,
  accountsOf,
  endSessions as endRows,
  idOfAccountName,
  largestAccounts,
  patchOwnLimits,
  resume,
  suspend,
} from "../db/accounts.ts";
import { bodyColumn } from "../db/json-columns.ts";
import type { ActionRow } from "../db/operator-actions.ts";
import { listActions as list } from "../db/operator-actions.ts";
import { all, first, only } from "../db/statement.ts";
import { isOffered, listWaiting, nextWaiting, offerInvitation, type WaitingRow } from "../db/waitlist.ts";
import { examine as look } from "../doctor/examine.ts";
import { apiUrl, appUrl, type Env } from "../env.ts";
import { ApiError, noLetters, noMetrics, notFound } from "../errors.ts";
import { accountName, digest, isAccountName } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { invitationEmail } from "../mail/emails.ts";
import { countLetters, type QueuedEmail, queueEmail } from "../mail/outbox.ts";
import { COLUMNS, MetricsUnavailable } from "../observability/point.ts";
import { type MetricsEnv, queryTotals } from "../observability/store.ts";
import { openapiDocument } from "../openapi.ts";

const accountSummaryOf = (row: AccountRow): AccountSummary => ({
  id: row.id,
  email: row.email,
  email_verified: row.email_state === "verified",
  log_name: accountName(row.id),
  created_at: isoTime(row.created_at),
  suspended: suspensionOf(row),
  devices: row.devices,
  channels: row.channels,
  credentials: row.credentials,
  api_keys: row.api_keys,
  tokens: row.tokens,
  guests: row.guests,
  sessions: row.sessions,
});

const suspensionOf = ({ suspended_at: at, suspended_reason: reason }: AccountRow) =>
  at === null ? null : { since: isoTime(at), reason: reason ?? "" };

const activityOf = (now: Activity, kept: Usage): AccountActivity => ({
  connections: now.connections,
  resting: now.resting,
  ...kept,
  messages_rate: now.messagesRate,
  bytes_rate: now.bytesRate,
  kept_out: now.blocked.map(({ until, ...who }) => ({ ...who, until: isoTime(until) })),
});

const waitingPersonOf = ({ email, created_at, invited_at }: WaitingRow): WaitingPerson => ({
  email,
  created_at: isoTime(created_at),
  invited_at: isoTimeOrNull(invited_at),
});

const actionOf = ({ id, at, key_name, call, account_id, said, status }: ActionRow): Action => ({
  id,
  at: isoTime(at),
  key: key_name,
  call,
  account: account_id,
  said: said === null ? null : bodyColumn.read(said),
  status,
});

// Returns the counts of each account since a time (ms), busiest first.

async function busyAccounts(env: MetricsEnv, since: number): Promise<BusyAccount[]> {
  const [rows, deliveries] = await Promise.all([
    queryTotals(env, { kind: "broker", since }),
    queryTotals(env, { kind: "notices", since }),
  ]);
  const notices = new Map(
    deliveries.map(({ subject, values }) => [subject, values.reduce((sum, each) => sum + each, 0)]),
  );
  const messages = ({ messages_in, messages_out }: BusyAccount) => messages_in + messages_out;
  return rows
    .map(({ subject, values }) => ({
      ...accountOf(subject, values),
      notices: Math.round(notices.get(subject) ?? 0),
    }))
    .sort((a, b) => messages(b) - messages(a) || b.refusals - a.refusals || b.connections - a.connections);
}

function accountOf(subject: string, values: readonly number[]): Omit<BusyAccount, "notices"> {
  const column = (name: (typeof COLUMNS.broker)[number]): number =>
    Math.round(values[COLUMNS.broker.indexOf(name)] ?? 0);
  return {
    log_name: subject,
    connections: column("begun"),
    disconnections: column("ended"),
    messages_in: column("messages in"),
    messages_out: column("messages out"),
    bytes_in: column("bytes in"),
    bytes_out: column("bytes out"),
    refusals:
      column("refused connect") +
      column("refused publish") +
      column("refused subscribe") +
      column("refused limit"),
    failures: column("failures"),
  };
}

export const listWaitlist = route<"listWaitlist">(async ({ env, query }) =>
  (await all(listWaiting(env.DB, query.size ?? OPERATOR_PAGE.default))).map(waitingPersonOf),
);

export const inviteWaiting = route<"inviteWaiting">(async ({ env, body, now, after }) => {
  const url = appUrl(env);
  if (url === null) throw noLetters();
  const waiting = await all(nextWaiting(env.DB, body.count));
  const invitations = (await Promise.all(waiting.map((row) => invite(env, row, url, now)))).flat();
  if (invitations.length === 0) return [];
  await env.DB.batch(invitations.flatMap(({ statements }) => statements));
  after(() => deliverAll(invitations.map(({ letter }) => letter)));
  return invitations.map(({ row }) => waitingPersonOf({ ...row, invited_at: now }));
});

/** An address that has received its share of emails waits for the next time. */
async function invite(env: Env, row: WaitingRow, url: string, now: number) {
  const { wait } = await countLetters(env, [{ kind: "invitation", email: row.email }]);
  if (wait !== null) return [];
  const token = randomToken();
  const tokenHash = digest(token);
  const letter = await queueEmail(env, invitationEmail({ appUrl: url, token }), row.email, {
    now,
    onlyIf: isOffered(tokenHash),
  });
  const { offer, mark } = offerInvitation(env.DB, tokenHash, row.email, now);
  return [{ row, letter, statements: [offer, mark, letter.statement] }];
}

/** One after the other; the cron sends the rest. */
async function deliverAll(letters: readonly QueuedEmail[]): Promise<void> {
  for (const letter of letters) await letter.deliver();
}

// The state of the service, and the audit log.

const MINUTE = 60_000;
const SHOWN = 20;

export const examine = route<"examine">(({ env, now }) => look(env, now));

export const listBusyAccounts = route<"listBusyAccounts">(async ({ env, now, query }) => {
  const { minutes = 10, size = SHOWN } = query;
  try {
    return (await busyAccounts(env, now - minutes * MINUTE)).slice(0, size);
  } catch (error) {
    throw error instanceof MetricsUnavailable ? noMetrics(error.message) : error;
  }
});

export const listActions = route<"listActions">(async ({ env, query, url, headers }) => {
  const { size = OPERATOR_PAGE.default, ...filters } = query;
  const found = await all(list(env.DB, filters, size + 1));
  const page = found.slice(0, size);
  const last = page.at(-1);
  if (last !== undefined && found.length > page.length) {
    linkNext({ env, url, headers }, "before", eventCursor(last.at, last.id));
  }
  return page.map(actionOf);
});

export const listAccounts = route<"listAccounts">(async ({ env, query, now, concerns }) => {
  const { who, by = "created_at", size = OPERATOR_PAGE.default } = query;
  const found = await all(
    who === undefined
      ? largestAccounts(env.DB, { by, size }, now)
      : accountsOf(env.DB, await idOr(env, who.toLowerCase()), now),
  );
  const [one] = found;
  if (who !== undefined && one !== undefined) concerns(one.id);
  return found.map(accountSummaryOf);
});

const idOr = async ({ DB }: Env, who: string): Promise<string> =>
  isAccountName(who) ? ((await idOfAccountName(DB, who)) ?? who) : who;

async function existing({ env, id, now }: { env: Env; id: string; now: number }): Promise<AccountRow> {
  const row = await first(accountById(env.DB, id, now));
  if (row === null) throw notFound();
  return row;
}

export const readAccount = route<"readAccount">(async (call) => {
  const row = await existing(call);
  return {
    ...accountSummaryOf(row),
    profile: row.mqtt_profile,
    limits: shownLimits(call.env, row),
    broker: await activity(call.env, row.id),
  };
});

/** Null when the account's object does not answer: the rest is still useful. */
async function activity(env: Env, userId: string) {
  try {
    const [now, kept] = await Promise.all([
      askAccount(env, userId, (account) => account.activity()),
      askAccount(env, userId, (account) => account.usage()),
    ]);
    return activityOf(now, kept);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const SESSIONS_ENDED: Happening = {
  kind: "sessions_ended",
  detail: "The operator ended every session",
};
const RESUMED: Happening = { kind: "resumed", detail: "The operator resumed the account" };

export const endSessions = route<"endSessions">(async (call) => {
  await existing(call);
  const { ended } = await changeRights(call.env, call.id, {
    ended: endRows(call.env.DB, call.id),
    noted: noteOperator(call, SESSIONS_ENDED),
  });
  call.after(() => closePages(call.env, call.id));
  return { ended: ended.meta.changes };
});

export const suspendAccount = route<"suspendAccount">(async (call) =>
  accountSummaryOf(
    await changed(call, suspend(call.id, call.body.reason, call.now), {
      kind: "suspended",
      detail: `The operator suspended the account: ${call.body.reason.replace(/\.$/, "")}`,
    }),
  ),
);

export const resumeAccount = route<"resumeAccount">(async (call) =>
  accountSummaryOf(await changed(call, resume(call.id), RESUMED)),
);

type Changing = Pick<Call<"resumeAccount">, "env" | "id" | "now">;

/** The account's object applies the change before the response, as with every change of rights. */
async function changed(call: Changing, change: ReturnType<typeof resume>, happening: Happening) {
  const { env, id, now } = call;
  await existing(call);
  const { row } = await changeRights(env, id, {
    change,
    noted: noteOperator(call, happening),
    row: accountById(env.DB, id, now),
  });
  return only(row.results);
}

export const readAccountLimits = route<"readAccountLimits">(async (call) =>
  shownLimits(call.env, await existing(call)),
);

export const updateAccountLimits = route<"updateAccountLimits">(async (call) => {
  const row = await changed(call, patchOwnLimits(call.id, call.body), {
    kind: "limits_changed",
    detail: `The operator changed limits of the account: ${Object.keys(call.body).join(", ")}`,
  });
  return shownLimits(call.env, row);
});

export const readOperatorDocument = route<"readOperatorDocument">(async ({ env }) => ({
  ...openapiDocument(OPERATOR_CALLS, apiUrl(env) ?? "/"),
}));
