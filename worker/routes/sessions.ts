import { sessionIdOf } from "../../broker/contract/bearer.ts";
import { askAccount } from "../account/account.ts";
import { changeRights, closePages } from "../account/change-rights.ts";
import { type Call, type Route, route, rowRoute } from "../api/call.ts";
import { refuseCommon } from "../auth/common-passwords.ts";
import { type Client, LONGEST_WAIT } from "../auth/in-turn.ts";
import { becomeKnown, isOfKnown } from "../auth/known-browser.ts";
import { hashPassword, NOBODY, verifyPassword } from "../auth/password.ts";
import { noteChange, noteFailedLogin } from "../auth/security-log.ts";
import { UNKNOWN_PROGRAM } from "../contract/account.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { emailIsTaken } from "../db/email-links.ts";
import { rememberBrowser } from "../db/known-browsers.ts";
import { endSession, listSessions as list, openSession, type SessionRow } from "../db/sessions.ts";
import { batch } from "../db/statement.ts";
import {
  countUsers,
  insertUser,
  type NewUser,
  replacePassword,
  type UserRow,
  userByEmail,
} from "../db/users.ts";
import { isInvited as invites, leaveWaitlist } from "../db/waitlist.ts";
import { type Env, settings } from "../env.ts";
import { betaFull, emailTaken, invalidRequest, invitationOver, notFound } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { newBearer } from "../keys/random.ts";
import { type PreparedEmail, prepareAddressEmail } from "../mail/address-emails.ts";
import { countLetters } from "../mail/outbox.ts";
import { openSessionOf, userOf } from "../present/user.ts";
import { began, beginSession, browserOf } from "./new-session.ts";

export const register: Route<"register"> = {
  waits: LONGEST_WAIT,
  async act(call) {
    const { env, body } = call;
    refuseCommon(body.password);
    const user = await newUser(call);
    const token = newBearer("session", user.id);
    const letter = await firstLetter(env, user);
    if (!(await enter(call, user, digest(token), letter.statements))) {
      await letter.giveBack();
      throw await whyNot(env, user);
    }
    began(call, user.id, token);
    call.after(letter.deliver);
    return { data: { token, user: userOf({ ...user, ...NEW }) } };
  },
};

/** The link of an invitation proves the address. */
type Newcomer = NewUser & { email_state: "verified" | "unverified" };

/** Hashed before anything is looked up: a taken address takes as long as a free one. */
async function newUser({ env, body, now, address }: Call<"register">): Promise<Newcomer> {
  const passwordHash = await hashPassword(body.password, { address: address(), isKnown: false });
  const id = crypto.randomUUID();
  const invitation = body.invitation === undefined ? null : digest(body.invitation);
  const isInvited = invitation !== null && (await invites(env.DB, invitation, body.email, now));
  const user = { id, email: body.email, passwordHash, now, invitation };
  return { ...user, email_state: isInvited ? "verified" : "unverified" };
}

const NEW = {
  first_name: "",
  last_name: "",
  pending_email: null,
  time_zone: null,
  clock: null,
  suspended_at: null,
  suspended_reason: null,
} as const;

const NO_LETTER = { statements: [], deliver: async () => {}, giveBack: async () => {} };

/** Without an email when the address has received its share: it can be requested later. */
async function firstLetter(
  env: Env,
  { id, email, now, email_state }: Newcomer,
): Promise<PreparedEmail & { giveBack(): Promise<void> }> {
  if (email_state === "verified") return NO_LETTER;
  const { wait, giveBack } = await countLetters(env, [{ kind: "verify", email, account: id }]);
  if (wait !== null) return { statements: [], deliver: async () => {}, giveBack };
  return { ...(await prepareAddressEmail(env, { purpose: "verify", userId: id, to: email, now })), giveBack };
}

const REGISTERED = { kind: "registered", detail: "The account was registered, with a first login" } as const;

async function enter(
  call: Call<"register">,
  user: NewUser,
  tokenHash: string,
  letter: D1PreparedStatement[],
): Promise<boolean> {
  const { env, now } = call;
  const { inserted } = await batch(env.DB, {
    inserted: insertUser(env.DB, user, settings(env).limits.MAX_USERS),
    session: openSession(
      env.DB,
      { tokenHash, now, browser: browserOf(call) },
      { id: user.id, password_hash: user.passwordHash },
    ),
    noted: await noteChange(call, user.id, REGISTERED),
    known: rememberBrowser(env.DB, user.id, tokenHash, becomeKnown(call)),
    beside: [...leaveWaitlist(env.DB, user), ...letter],
  });
  return inserted.meta.changes === 1;
}

/** A full service is reported before a taken address: it reveals nothing about anybody. */
async function whyNot(env: Env, { email, now, invitation }: NewUser) {
  const { MAX_USERS: max } = settings(env).limits;
  const full = max > 0 && (await countUsers(env.DB)) >= max;
  if (!full && (await emailIsTaken(env.DB, email, "", now))) return emailTaken();
  return invitation === null ? betaFull() : invitationOver();
}

export const login: Route<"login"> = {
  waits: LONGEST_WAIT,
  async act(call) {
    const { env, body, now } = call;
    const user = await userByEmail(env.DB, body.email, now);
    if (user !== null) call.concerns(user.id);
    const client = { address: call.address(), isKnown: await isOfKnown(call, body.email) };
    const { right, stale } = await verifyPassword(body.password, user?.password_hash ?? NOBODY, client);
    if (user !== null && !right) {
      // after the response: its time must not say whether the account exists
      call.after(() => noteFailedLogin(call, user.id));
    }
    if (user === null || !right) throw invalidRequest(MESSAGES.badLogin);
    const session = await beginSession(call, user, {
      detail: "Somebody logged in with the password",
      beside: stale ? [await rehashed(env, user, body.password, client)] : [],
    });
    if (session === null) throw invalidRequest(MESSAGES.badLogin);
    return session;
  },
};

const rehashed = async (env: Env, user: UserRow, password: string, client: Client) =>
  replacePassword(env.DB, user.id, user.password_hash, await hashPassword(password, client));

/** The account's object forgets the session before the response. */
export const logout = route<"logout">(async (call) => {
  const { env, caller } = call;
  await changeRights(env, caller.user.id, {
    ended: endSession(env.DB, caller.session),
    noted: await noteChange(call, caller.user.id, { kind: "session_ended", detail: "A session logged out" }),
  });
  return undefined;
});

export const listSessions = rowRoute<"listSessions", SessionRow>(list, async ({ env, caller, read }) => {
  const ids = read.map(({ token_hash }) => sessionIdOf(token_hash));
  const uses = await askAccount(env, caller.user.id, (account) => account.tokenUses(ids));
  const current = caller.session.tokenHash;
  return read.map((row, at) => openSessionOf(row, { usedAt: uses[at]?.at ?? null, current }));
});

/** The account's object forgets the session, and closes its streams, before the response. */
export const deleteSession = rowRoute<"deleteSession", SessionRow>(list, async (call) => {
  const { env, caller, id, read } = call;
  const row = read.find(({ token_hash }) => sessionIdOf(token_hash) === id);
  if (row === undefined) throw notFound();
  const detail = `The session of ${row.browser ?? UNKNOWN_PROGRAM} was ended`;
  await changeRights(env, caller.user.id, {
    ended: endSession(env.DB, { tokenHash: row.token_hash }),
    noted: await noteChange(call, caller.user.id, { kind: "session_ended", detail }),
  });
  call.after(() => closePages(env, caller.user.id));
  return undefined;
});
