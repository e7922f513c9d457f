import type { Attempt, NoticeMessage } from "../../broker/contract/watch.ts";
import { addressOf } from "../db/users.ts";
import { appUrl, type Env } from "../env.ts";
import { accountName } from "../keys/digest.ts";
import { noticeEmail } from "../mail/emails.ts";
import { queueEmail } from "../mail/outbox.ts";
import { count } from "../throttle/check.ts";
import { pushMessage } from "./push-message.ts";

/** Stores the e-mail in the outbox, which sends it and tries again. */
export async function deliverMail(env: Env, userId: string, message: NoticeMessage): Promise<Attempt> {
  const app = appUrl(env);
  if (app === null) return { outcome: "refused", detail: "This service sends no e-mails (APP_URL)." };
  const user = await addressOf(env.DB, userId);
  if (user === null) return { outcome: "gone", detail: "The account was deleted." };
  if (user.email_state !== "verified") {
    return { outcome: "refused", detail: "Confirm your e-mail address first: see your profile." };
  }
  const { wait } = await count(env, "letter", [{ email: user.email, account: userId }]);
  if (wait !== null)
    return { outcome: "failed", detail: "Too many e-mails within an hour; it is tried again." };
  const { body, url } = pushMessage(message);
  const text = "test" in message ? "This is a test of your notices." : body;
  const email = noticeEmail({ text: oneLine(text), url: app + url });
  const { statement, deliver } = await queueEmail(env, email, user.email, { account: accountName(userId) });
  await statement.run();
  await deliver();
  return { outcome: "delivered", detail: "It was handed to the mail service." };
}

/** Names of devices may contain characters that a mail header must not. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
