/** The e-mails with which a person confirms or takes back an address. Each is stored together with its link. */

import { isOffered, type LinkPurpose, offerEmailLink } from "../db/email-links.ts";
import { appUrl, type Env } from "../env.ts";
import { accountName, digest } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { addressChangedEmail, changeEmail, type Email, type EmailLink, verificationEmail } from "./emails.ts";
import { queueEmail } from "./outbox.ts";

const EMAILS: Record<LinkPurpose, (link: EmailLink) => Email> = {
  verify: verificationEmail,
  change: changeEmail,
  undo: addressChangedEmail,
};

export interface AddressEmail {
  purpose: LinkPurpose;
  userId: string;
  /** The recipient, whose address the link confirms or takes back. */
  to: string;
  sessionHash?: string;
  now: number;
}

export interface PreparedEmail {
  /** For a batch, after the statement that creates the account. */
  statements: D1PreparedStatement[];
  deliver(): Promise<void>;
}

/** Nothing is stored if the account does not exist or the product has no `APP_URL`. */
export async function prepareAddressEmail(env: Env, request: AddressEmail): Promise<PreparedEmail> {
  const { purpose, userId, to, sessionHash = null, now } = request;
  const [token, app] = [randomToken(), appUrl(env)];
  if (app === null) return { statements: [], deliver: async () => {} };
  const tokenHash = digest(token);
  const { statement, deliver } = await queueEmail(env, EMAILS[purpose]({ appUrl: app, token }), to, {
    now,
    onlyIf: isOffered(tokenHash),
    account: accountName(userId),
  });
  const link = { purpose, userId, email: to, tokenHash, sessionHash, now };
  return { statements: [...offerEmailLink(env.DB, link), statement], deliver };
}
