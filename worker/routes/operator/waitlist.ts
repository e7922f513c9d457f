import { route } from "../../api/call.ts";
import { OPERATOR_PAGE } from "../../contract/limits.ts";
import { all } from "../../db/statement.ts";
import { isOffered, listWaiting, nextWaiting, offerInvitation, type WaitingRow } from "../../db/waitlist.ts";
import { appUrl, type Env } from "../../env.ts";
import { noLetters } from "../../errors.ts";
import { digest } from "../../keys/digest.ts";
import { randomToken } from "../../keys/random.ts";
import { invitationEmail } from "../../mail/emails.ts";
import { countLetters, type QueuedEmail, queueEmail } from "../../mail/outbox.ts";
import { waitingPersonOf } from "../../present/operator.ts";

export const listWaitlist = route<"listWaitlist">(async ({ env, query }) =>
  (await all(listWaiting(env.DB, query.size ?? OPERATOR_PAGE.default))).map(waitingPersonOf),
);

export const inviteWaiting = route<"inviteWaiting">(async ({ env, body, now, after }) => {
  const url = appUrl(env);
  if (url === null) throw noLetters();
  const waiting = await all(nextWaiting(env.DB, body.count));
  const invitations = (await Promise.all(waiting.map((row) => invite(env, row, url, now)))).flat();
  if (invitations.length === 0) return [];
  await env.DB.batch(invitations.flatMap(({ statements }) => statements));
  after(() => deliverAll(invitations.map(({ letter }) => letter)));
  return invitations.map(({ row }) => waitingPersonOf({ ...row, invited_at: now }));
});

/** An address that has received its share of emails waits for the next time. */
async function invite(env: Env, row: WaitingRow, url: string, now: number) {
  const { wait } = await countLetters(env, [{ kind: "invitation", email: row.email }]);
  if (wait !== null) return [];
  const token = randomToken();
  const tokenHash = digest(token);
  const letter = await queueEmail(env, invitationEmail({ appUrl: url, token }), row.email, {
    now,
    onlyIf: isOffered(tokenHash),
  });
  const { offer, mark } = offerInvitation(env.DB, tokenHash, row.email, now);
  return [{ row, letter, statements: [offer, mark, letter.statement] }];
}

/** One after the other; the cron sends the rest. */
async function deliverAll(letters: readonly QueuedEmail[]): Promise<void> {
  for (const letter of letters) await letter.deliver();
}
