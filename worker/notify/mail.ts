import type { Attempt, NoticeMessage } from "../../broker/contract/watch.ts";
import { addressOf } from "../db/users.ts";
import { appUrl, type Env } from "../env.ts";
import { accountName } from "../keys/digest.ts";
import { noticeEmail } from "../mail/emails.ts";
import { countNotice, queueEmail } from "../mail/outbox.ts";
import { within } from "../patience.ts";
import { pushMessage } from "../present/notice.ts";
import { NOTICE_LETTERS_A_DAY } from "../throttle/limits.ts";

/** Less than that of a whole attempt. Milliseconds. */
const PATIENCE = 10_000;
const USED_UP = `The account's ${NOTICE_LETTERS_A_DAY} e-mails of notices within a day are used up`;
const NO_TEST: Attempt = { outcome: "failed", detail: `${USED_UP}. Test it tomorrow, or add a webhook.` };
const TRIED_AGAIN: Attempt = {
  outcome: "failed",
  detail: `${USED_UP}; it is tried again. A webhook or a browser receives more.`,
};

/** Stores the e-mail in the outbox, which sends it and tries again. */
export async function deliverMail(
  env: Env,
  userId: string,
  message: NoticeMessage,
  patience = PATIENCE,
): Promise<Attempt> {
  const app = appUrl(env);
  if (app === null) return { outcome: "refused", detail: "This service sends no e-mails (APP_URL)." };
  const user = await addressOf(env.DB, userId);
  if (user === null) return { outcome: "gone", detail: "The account was deleted." };
  if (user.email_state !== "verified") {
    return { outcome: "refused", detail: "Confirm your e-mail address first: see your profile." };
  }
  const isTest = "test" in message;
  if ((await countNotice(env, userId)).wait !== null) return isTest ? NO_TEST : TRIED_AGAIN;
  const { body, url } = pushMessage(message);
  const text = isTest ? "This is a test of your notices." : body;
  const email = noticeEmail({ text: oneLine(text), url: app + url });
  const { statement, deliver } = await queueEmail(env, email, user.email, { account: accountName(userId) });
  await statement.run();
  // from here on the outbox sends it: an attempt that ended as failed would store it a second time
  await within(patience, deliver());
  return { outcome: "delivered", detail: "It was handed to the mail service." };
}

/** Names of devices may contain characters that a mail header must not. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
