import type { Caller } from "../auth/guard.ts";
import { violates } from "../db/constraints.ts";
import { endResets } from "../db/password-resets.ts";
import { endOtherSessions } from "../db/sessions.ts";
import { deleteUser as remove, updateUser as store } from "../db/users.ts";
import type { Env } from "../env.ts";
import { emailTaken } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { movedLetter } from "../mail/letters.ts";
import { post } from "../mail/outbox.ts";
import { askBroker } from "../ports/notify.ts";
import * as present from "../present.ts";

export const readUser: Route<"readUser"> = {
  async act({ caller }) {
    return present.user(caller.user);
  },
};

export const updateUser: Route<"updateUser"> = {
  async act({ env, caller, body, now, after }) {
    const { user } = caller;
    const changed = { ...body, id: user.id };
    const move = body.email === user.email ? null : await moved(env, caller, now);
    try {
      await env.DB.batch([store(env.DB, changed), ...(move?.statements ?? [])]);
    } catch (error) {
      throw violates(error, "users.email") ? emailTaken() : error;
    }
    if (move !== null) after(move.deliver());
    return { data: present.user(changed) };
  },
};

/** Whoever held the account under the old address holds it no longer, by session or by letter, and is told so there. */
async function moved(env: Env, { user, session }: Caller, now: number) {
  const { statement, deliver } = await post(
    env,
    movedLetter({ supportEmail: env.SUPPORT_EMAIL }),
    user.email,
    { now },
  );
  return {
    statements: [endOtherSessions(env.DB, user.id, session), endResets(env.DB, user.id), statement],
    deliver,
  };
}

export const deleteUser: Route<"deleteUser"> = {
  async act({ env, caller, after }) {
    const { user } = caller;
    const erase = () => askBroker(env, user.id, (broker) => broker.erase(user.id));
    // first, because afterwards nobody is left who could try again
    await erase();
    await env.DB.batch(remove(env.DB, user));
    // a client that came back in between finds no account any more, and what it left goes too
    after(erase());
    return undefined;
  },
};
