import { violates } from "../db/constraints.ts";
import { endResets } from "../db/password-resets.ts";
import { endOtherSessions } from "../db/sessions.ts";
import { deleteUser as remove, updateUser as store } from "../db/users.ts";
import { emailTaken } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { askBroker } from "../ports/notify.ts";
import * as present from "../present.ts";

export const readUser: Route<"readUser"> = {
  async act({ caller }) {
    return present.user(caller.user);
  },
};

export const updateUser: Route<"updateUser"> = {
  async act({ env, caller, body }) {
    const { user, session } = caller;
    const changed = { ...body, id: user.id };
    // Whoever held the account under the old address holds it no longer: not by a session, not by a letter.
    const ends =
      body.email === user.email
        ? []
        : [endOtherSessions(env.DB, user.id, session), endResets(env.DB, user.id)];
    try {
      await env.DB.batch([store(env.DB, changed), ...ends]);
    } catch (error) {
      throw violates(error, "users.email") ? emailTaken() : error;
    }
    return { data: present.user(changed) };
  },
};

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
