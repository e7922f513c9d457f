import { endAccount } from "../account/end.ts";
import { type Call, type Route, route } from "../api/call.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { verifyPassword } from "../auth/password.ts";
import { MESSAGES } from "../contract/messages.ts";
import { emailIsTaken } from "../db/email-links.ts";
import { only } from "../db/statement.ts";
import { type Password, passwordOf, renameUser } from "../db/users.ts";
import { appUrl, type Env } from "../env.ts";
import { emailTaken, invalidField, noLetters, throttled } from "../errors.ts";
import { type PreparedEmail, prepareAddressEmail } from "../mail/address-emails.ts";
import { userOf } from "../present/user.ts";
import { count } from "../throttle/check.ts";

export const readUser = route<"readUser">(async ({ caller }) => {
  return userOf(caller.user);
});

export const updateUser: Route<"updateUser", Password> = {
  waits: LONGEST_WAIT,
  alongside: (session, { env }) => passwordOf(env.DB, session),
  async act(call) {
    const { env, caller, body, after } = call;
    const { email, first_name, last_name } = body;
    const letters = email === caller.user.email ? [] : await move(call, email);
    await env.DB.batch([
      renameUser(env.DB, caller.user.id, body),
      ...letters.flatMap(({ statements }) => statements),
    ]);
    for (const letter of letters) after(letter.deliver);
    const pending = letters.length === 0 ? caller.user.pending_email : email;
    return { data: userOf({ ...caller.user, first_name, last_name, pending_email: pending }) };
  },
};

/** The email that confirms a new address, and the one to the old address, which can restore it. */
async function move(call: Call<"updateUser", Password>, email: string): Promise<PreparedEmail[]> {
  const { env, caller, body, now } = call;
  const { user, session } = caller;
  await askPassword(call, body.password);
  if (await emailIsTaken(env.DB, email, user.id, now)) throw emailTaken();
  if (appUrl(env) === null) throw noLetters();
  // An unproven old address restores nothing, and gets no email.
  const told = user.email_state === "unverified" ? [] : [user.email];
  await countLetters(env, user.id, [email, ...told]);
  const about = { userId: user.id, sessionHash: session.tokenHash, now };
  return Promise.all([
    prepareAddressEmail(env, { ...about, purpose: "change", to: email }),
    ...told.map((to) => prepareAddressEmail(env, { ...about, purpose: "undo", to })),
  ]);
}

async function countLetters(env: Env, account: string, to: readonly string[]): Promise<void> {
  const { wait } = await count(
    env,
    "letter",
    to.map((email) => ({ email, account })),
  );
  if (wait !== null) throw throttled(wait);
}

/** A stolen session must neither move nor delete the account. */
async function askPassword(
  { read, address }: Pick<Call<"updateUser" | "deleteUser", Password>, "read" | "address">,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw invalidField("password", MESSAGES.required);
  const { password_hash } = only(read);
  const { right } = await verifyPassword(password, password_hash, { address, isKnown: true });
  if (!right) throw invalidField("password", MESSAGES.wrongPassword);
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
