/** Register, log in, log out. */

import { isCommonPassword } from "../auth/common-passwords.ts";
import { hashPassword, NOBODY, verifyPassword } from "../auth/password.ts";
import { MESSAGES } from "../contract/messages.ts";
import { endSession, openSession, pruneSessions } from "../db/sessions.ts";
import { insertUser, rehashPassword, type UserRow, userByEmail } from "../db/users.ts";
import { appUrl, type Env, settings } from "../env.ts";
import { betaFull, emailTaken, invalidField, invalidRequest } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { welcomeLetter } from "../mail/letters.ts";
import { post } from "../mail/outbox.ts";
import * as present from "../present.ts";
import { digest } from "../secrets/digest.ts";
import { randomToken } from "../secrets/random.ts";

export const register: Route<"register"> = {
  async act(call) {
    const { env, body, now } = call;
    refuseCommon(body.password);
    // Hashed before anything is looked up: a taken address takes as long as a free one.
    const passwordHash = await hashPassword(body.password);
    const user = { id: crypto.randomUUID(), email: body.email, passwordHash };
    const token = randomToken();
    const letter = await welcome(call, user.id);
    const [inserted] = await env.DB.batch([
      insertUser(env.DB, { ...user, now }, settings(env).limits.MAX_USERS),
      openSession(env.DB, { tokenHash: await digest(token), now }, user),
      letter.statement,
    ]);
    if (inserted?.meta.changes !== 1) throw await whyNot(env, body.email);
    call.after(letter.deliver());
    return { data: { token, user: present.user({ ...user, first_name: "", last_name: "" }) } };
  },
};

function welcome({ env, body, now }: Call<"register">, userId: string) {
  const url = appUrl(env);
  return post(env, url === null ? null : welcomeLetter({ appUrl: url }), body.email, {
    now,
    onlyIf: { sql: "EXISTS (SELECT 1 FROM users WHERE id = ?)", params: [userId] },
  });
}

/** A full house is said before a taken address: it tells nothing about anybody. */
async function whyNot(env: Env, email: string) {
  const { MAX_USERS: max } = settings(env).limits;
  const row = await env.DB.prepare(
    "SELECT (SELECT count(*) FROM users) AS total, EXISTS (SELECT 1 FROM users WHERE email = ?1) AS taken",
  )
    .bind(email)
    .first<{ total: number; taken: number }>();
  const full = max > 0 && (row?.total ?? 0) >= max;
  return full || row?.taken !== 1 ? betaFull() : emailTaken();
}

export function refuseCommon(password: string): void {
  if (isCommonPassword(password)) throw invalidField("password", MESSAGES.commonPassword);
}

export const login: Route<"login"> = {
  async act({ env, body, now }) {
    const user = await userByEmail(env.DB, body.email);
    const { right, stale } = await verifyPassword(body.password, user?.password_hash ?? NOBODY);
    if (user === null || !right) throw invalidRequest(MESSAGES.badLogin);
    const token = randomToken();
    const session = { tokenHash: await digest(token), now };
    const [opened] = await env.DB.batch([
      openSession(env.DB, session, { id: user.id, passwordHash: user.password_hash }),
      pruneSessions(env.DB, user.id),
      ...(stale ? [await rehashed(env, user, body.password)] : []),
    ]);
    if (opened?.meta.changes !== 1) throw invalidRequest(MESSAGES.badLogin);
    return { data: { token, user: present.user(user) } };
  },
};

const rehashed = async (env: Env, user: UserRow, password: string) =>
  rehashPassword(env.DB, user.id, user.password_hash, await hashPassword(password));

export const logout: Route<"logout"> = {
  async act({ env, caller }) {
    await endSession(env.DB, caller.session).run();
    return undefined;
  },
};
