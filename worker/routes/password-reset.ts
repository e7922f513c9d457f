/** Forgot password: the answer is the same, and takes as long, whether or not the account exists. */

import { hashPassword } from "../auth/password.ts";
import { MESSAGES } from "../contract/messages.ts";
import { offerReset, resetIsValid, spendReset } from "../db/password-resets.ts";
import { appUrl } from "../env.ts";
import { badResetToken } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { resetLetter } from "../mail/letters.ts";
import { post } from "../mail/outbox.ts";
import { digest } from "../secrets/digest.ts";
import { randomToken } from "../secrets/random.ts";
import { refuseCommon } from "./sessions.ts";

export const forgotPassword: Route<"forgotPassword"> = {
  async act({ env, body, now, after }) {
    const [token, url] = [randomToken(), appUrl(env)];
    const letter = await post(env, url === null ? null : resetLetter({ appUrl: url, token }), body.email, {
      now,
      onlyIf: { sql: "EXISTS (SELECT 1 FROM users WHERE email = ?)", params: [body.email] },
    });
    await env.DB.batch([...offerReset(env.DB, body.email, await digest(token), now), letter.statement]);
    after(letter.deliver());
    return { detail: MESSAGES.resetSent };
  },
};

export const validateResetToken: Route<"validateResetToken"> = {
  async act({ env, body, now }) {
    if (!(await resetIsValid(env.DB, await digest(body.token), now))) throw badResetToken();
    return { detail: MESSAGES.resetTokenValid };
  },
};

export const resetPassword: Route<"resetPassword"> = {
  async act({ env, body, now }) {
    refuseCommon(body.password);
    const tokenHash = await digest(body.token);
    // Asked first, so that a made-up token does not cost a password hash.
    if (!(await resetIsValid(env.DB, tokenHash, now))) throw badResetToken();
    const won = await spendReset(env.DB, tokenHash, await hashPassword(body.password), now);
    if (!won) throw badResetToken();
    return { detail: MESSAGES.passwordReset };
  },
};
