import { displayTopic } from "../../broker/contract/topics.ts";
import { isTimeZone } from "../../broker/schedules/local-time.ts";
import { askAccount } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { endAccount } from "../account/end.ts";
import { type Call, type Route, route, rowRoute } from "../api/call.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { addressOf, note, noteChange } from "../auth/security-log.ts";
import type { BodyOf } from "../contract/api.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Settings } from "../contract/settings.ts";
import { emailIsTaken, endChange } from "../db/email-links.ts";
import { listSecurityEvents as list, type SecurityEventRow } from "../db/security-events.ts";
import { batch } from "../db/statement.ts";
import {
  changeSettings,
  type Password,
  type PersonalSettings,
  passwordOf,
  updateProfile,
} from "../db/users.ts";
import { appUrl, type Env } from "../env.ts";
import { emailTaken, invalidField, noLetters, throttled } from "../errors.ts";
import { type PreparedEmail, prepareAddressEmail } from "../mail/address-emails.ts";
import { countLetters } from "../mail/outbox.ts";
import { historyKeptOf, securityEventOf, settingsOf, userOf } from "../present/user.ts";
import { askPassword } from "./password.ts";

export const readUser = route<"readUser">(async ({ caller }) => {
  return userOf(caller.user);
});

export const updateUser: Route<"updateUser", Password> = {
  waits: LONGEST_WAIT,
  alongside: (session, { env }) => passwordOf(env.DB, session),
  async act(call) {
    const { env, caller, body, after } = call;
    const { email } = body;
    const profile = profileOf(call);
    const letters = email === caller.user.email ? [] : await move(call, email);
    const { updated } = await batch(env.DB, {
      updated: updateProfile(env.DB, caller.user.id, profile),
      noted: letters.length === 0 ? [] : await noteChange(call, caller.user.id, MOVE_REQUESTED),
      letters: letters.flatMap(({ statements }) => statements),
    });
    for (const letter of letters) after(letter.deliver);
    const pending = letters.length === 0 ? caller.user.pending_email : email;
    return { data: userOf({ ...caller.user, ...updated.results[0], pending_email: pending }) };
  },
};

const MOVE_REQUESTED = {
  kind: "email_change_requested",
  detail: "A change of the e-mail address was requested",
} as const;
const MOVE_CANCELLED = {
  kind: "email_change_cancelled",
  detail: "The requested change of the e-mail address was given up",
} as const;

/** Time zone and clock stay when they are left out. */
function profileOf({ body, caller: { user } }: Call<"updateUser">): PersonalSettings {
  const { first_name, last_name, time_zone = user.time_zone, clock = user.clock } = body;
  if (time_zone !== null && !isTimeZone(time_zone)) throw invalidField("time_zone", MESSAGES.wrongZone);
  return { first_name, last_name, time_zone, clock };
}

export const cancelPendingEmail = route<"cancelPendingEmail">(async (call) => {
  const { env, caller } = call;
  await batch(env.DB, {
    ended: endChange(env.DB, caller.user.id),
    noted: await noteChange(call, caller.user.id, MOVE_CANCELLED),
  });
  return undefined;
});

/** The email that confirms a new address, and the one to the old address, which can restore it. */
async function move(call: Call<"updateUser", Password>, email: string): Promise<PreparedEmail[]> {
  const { env, caller, body, now } = call;
  const { user, session } = caller;
  await askPassword(call, body.password);
  if (await emailIsTaken(env.DB, email, user.id, now)) throw emailTaken();
  if (appUrl(env) === null) throw noLetters();
  // An unproven old address restores nothing, and gets no email.
  const recipients = user.email_state === "unverified" ? [] : [user.email];
  await countMove(env, user.id, email, recipients);
  const about = { userId: user.id, sessionHash: session.tokenHash, now };
  return Promise.all([
    prepareAddressEmail(env, { ...about, purpose: "change", to: email }),
    ...recipients.map((to) => prepareAddressEmail(env, { ...about, purpose: "undo", to })),
  ]);
}

async function countMove(
  env: Env,
  account: string,
  email: string,
  recipients: readonly string[],
): Promise<void> {
  const { wait } = await countLetters(env, [
    { kind: "change", email, account },
    ...recipients.map((to) => ({ kind: "moved", email: to, account }) as const),
  ]);
  if (wait !== null) throw throttled(wait);
}

export const deleteUser: Route<"deleteUser", Password> = {
  waits: LONGEST_WAIT,
  alongside: (session, { env }) => passwordOf(env.DB, session),
  async act(call) {
    const { env, caller, body, now, after } = call;
    await askPassword(call, body.password);
    const finish = await endAccount(env, caller.user, now);
    after(finish);
    return undefined;
  },
};

export const readSettings = route<"readSettings">(async ({ env, caller }) => {
  return withHistory(env, caller.user.id, settingsOf(caller.user));
});

/** An account without history asks its object nothing. */
async function withHistory(env: Env, userId: string, settings: Settings): Promise<Settings> {
  if (settings.history.length === 0) return settings;
  const use = await askAccount(env, userId, (account) => account.historyUse());
  return { ...settings, history_kept: historyKeptOf(use) };
}

/** Throws for a filter that is in the list twice. */
function storedFilters(userId: string, given: Settings["history"]): Settings["history"] {
  const history = given.map(({ filter, days }) => ({ filter: displayTopic(userId, filter), days }));
  const isTwice = new Set(history.map(({ filter }) => filter)).size < history.length;
  if (isTwice) throw invalidField("history", MESSAGES.sameFilter);
  return history;
}

export const updateSettings = route<"updateSettings">(async ({ env, caller, body }) => {
  const before = settingsOf(caller.user);
  const { profile, home_assistant = before.home_assistant, history = before.history } = body;
  const after = { profile, home_assistant, history: storedFilters(caller.user.id, history) };
  const isNews = JSON.stringify(after) !== JSON.stringify(before);
  if (!isNews) return withHistory(env, caller.user.id, before);
  const { set } = await changeRights(env, caller.user.id, { set: changeSettings(caller.user.id, after) });
  const [stored] = set.results;
  return withHistory(env, caller.user.id, stored === undefined ? after : settingsOf(stored));
});

// What the owner of an account can look back on.

export const listSecurityEvents = rowRoute<"listSecurityEvents", SecurityEventRow>(
  list,
  async ({ env, read }) =>
    Promise.all(read.map(async (row) => securityEventOf(row, await addressOf(env, row)))),
);

/** An import runs through the other calls, so only the program that runs it can report it. */
export const reportImport = route<"reportImport">(async (call) => {
  const detail = importSentence(call.body);
  await batch(call.env.DB, { noted: await note(call, call.caller.user.id, { kind: "imported", detail }) });
  return undefined;
});

const IMPORTED = {
  export: "An export was imported",
  mosquitto: "Users of Mosquitto were imported",
} as const;

function importSentence({ from, made, failed }: BodyOf<"reportImport">): string {
  const changed = made === 1 ? "one thing made or changed" : `${made} things made or changed`;
  return `${IMPORTED[from]}: ${changed}${failed === 0 ? "" : `, ${failed} failed`}`;
}
