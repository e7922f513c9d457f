/** Register, log in, log out. */

import { isCommonPassword } from "../auth/common-passwords.ts";
import { becomeKnown } from "../auth/known-browser.ts";
import { hashPassword, NOBODY, verifyPassword } from "../auth/password.ts";
import { MESSAGES } from "../contract/messages.ts";
import { emailIsTaken } from "../db/email-links.ts";
import { rememberBrowser } from "../db/known-browsers.ts";
import { endSession, openSession, pruneSessions } from "../db/sessions.ts";
import { countUsers, insertUser, rehashPassword, type UserRow, userByEmail } from "../db/users.ts";
import { type Env, settings } from "../env.ts";
import { betaFull, emailTaken, invalidField, invalidRequest } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { type Written, writeAddressLetter } from "../mail/address-letters.ts";
import * as present from "../present.ts";
import { accountName } from "../secrets/account-name.ts";
import { digest } from "../secrets/digest.ts";
import { randomToken } from "../secrets/random.ts";
import { count } from "../throttle/check.ts";

export const register: Route<"register"> = {
  async act(call) {
    const { env, body, now } = call;
    refuseCommon(body.password);
    // Hashed before anything is looked up: a taken address takes as long as a free one.
    const passwordHash = await hashPassword(body.password, call.address);
    const id = crypto.randomUUID();
    const user = { id, email: body.email, passwordHash, now, logName: accountName(env, id) };
    const token = randomToken();
    const letter = await firstLetter(env, user);
    const inserted = await enter(call, user, await digest(token), letter.statements);
    if (!inserted) {
      await letter.giveBack();
      throw await whyNot(env, body.email, now);
    }
    call.concerns(id);
    call.after(letter.deliver());
    return { data: { token, user: present.user({ ...user, ...NEW }) } };
  },
};

const NEW = { first_name: "", last_name: "", email_state: "unverified", pending_email: null } as const;

type NewUser = Parameters<typeof insertUser>[1];

/** Without a letter where the address got its share: whoever registers may ask for it later. */
async function firstLetter(
  env: Env,
  { id, email, now }: NewUser,
): Promise<Written & { giveBack(): Promise<void> }> {
  const { wait, giveBack } = await count(env, "letter", [{ email, account: id }]);
  if (wait !== null) return { statements: [], deliver: async () => {}, giveBack };
  return { ...(await writeAddressLetter(env, { purpose: "verify", userId: id, to: email, now })), giveBack };
}

async function enter(
  call: Call<"register">,
  user: NewUser,
  tokenHash: string,
  letter: D1PreparedStatement[],
): Promise<boolean> {
  const { env, now } = call;
  const known = await becomeKnown(call);
  const [inserted] = await env.DB.batch([
    insertUser(env.DB, user, settings(env).limits.MAX_USERS),
    openSession(env.DB, { tokenHash, now }, user),
    ...rememberBrowser(env.DB, user.id, tokenHash, known),
    ...letter,
  ]);
  return inserted?.meta.changes === 1;
}

/** A full house is said before a taken address: it tells nothing about anybody. */
async function whyNot(env: Env, email: string, now: number) {
  const { MAX_USERS: max } = settings(env).limits;
  const row = await countUsers(env.DB).first<{ total: number }>();
  const full = max > 0 && (row?.total ?? 0) >= max;
  return full || !(await emailIsTaken(env.DB, email, "", now)) ? betaFull() : emailTaken();
}

export function refuseCommon(password: string): void {
  if (isCommonPassword(password)) throw invalidField("password", MESSAGES.commonPassword);
}

export const login: Route<"login"> = {
  async act(call) {
    const { env, body, now, address } = call;
    const user = await userByEmail(env.DB, body.email, now);
    if (user !== null) call.concerns(user.id);
    const { right, stale } = await verifyPassword(body.password, user?.password_hash ?? NOBODY, address);
    if (user === null || !right) throw invalidRequest(MESSAGES.badLogin);
    const token = randomToken();
    const session = { tokenHash: await digest(token), now };
    const [opened] = await env.DB.batch([
      openSession(env.DB, session, { id: user.id, passwordHash: user.password_hash }),
      pruneSessions(env.DB, user.id),
      ...rememberBrowser(env.DB, user.id, session.tokenHash, await becomeKnown(call)),
      ...(stale ? [await rehashed(env, user, body.password, address)] : []),
    ]);
    if (opened?.meta.changes !== 1) throw invalidRequest(MESSAGES.badLogin);
    return { data: { token, user: present.user(user) } };
  },
};

const rehashed = async (env: Env, user: UserRow, password: string, address: string) =>
  rehashPassword(env.DB, user.id, user.password_hash, await hashPassword(password, address));

export const logout: Route<"logout"> = {
  async act({ env, caller }) {
    await endSession(env.DB, caller.session).run();
    return undefined;
  },
};
