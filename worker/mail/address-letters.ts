/** The letters that say whose an address is: each is stored with the link that it holds. */

import { type LinkPurpose, offerEmailLink } from "../db/email-links.ts";
import { appUrl, type Env } from "../env.ts";
import { accountName } from "../keys/account-name.ts";
import { digest } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { changeLetter, type Letter, type LinkFacts, movedLetter, verifyLetter } from "./letters.ts";
import { post } from "./outbox.ts";

const LETTERS: Record<LinkPurpose, (facts: LinkFacts) => Letter> = {
  verify: verifyLetter,
  change: changeLetter,
  undo: movedLetter,
};

export interface AddressLetter {
  purpose: LinkPurpose;
  userId: string;
  /** Where it goes, and the address that its link is about. */
  to: string;
  /** The session that asked. */
  sessionHash?: string;
  now: number;
}

export interface Written {
  /** Belong into one batch, behind the one that makes the account. */
  statements: D1PreparedStatement[];
  deliver(): Promise<void>;
}

/** Nothing is stored where the account is not there, or the product has no address of its own. */
export async function writeAddressLetter(env: Env, about: AddressLetter): Promise<Written> {
  const { purpose, userId, to, sessionHash = null, now } = about;
  const [token, app] = [randomToken(), appUrl(env)];
  if (app === null) return { statements: [], deliver: async () => {} };
  const tokenHash = await digest(token);
  const { statement, deliver } = await post(env, LETTERS[purpose]({ appUrl: app, token }), to, {
    now,
    onlyIf: { sql: "EXISTS (SELECT 1 FROM email_links WHERE token_hash = ?)", params: [tokenHash] },
    account: accountName(userId),
  });
  const link = { purpose, userId, email: to, tokenHash, sessionHash, now };
  return { statements: [...offerEmailLink(env.DB, link), statement], deliver };
}
