/** Sends one e-mail by the provider. */

import type { Email } from "./emails.ts";

export interface MailEnv {
  MAIL: SendEmail;
  MAIL_FROM: string;
}

/** A header contains a control character. The e-mail is never sent or retried. */
export class UnsafeHeader extends Error {
  override name = "UnsafeHeader";
}

export async function send(env: MailEnv, to: string, email: Email): Promise<void> {
  await env.MAIL.send({
    from: { name: "Switchyard", email: header("from", env.MAIL_FROM) },
    to: header("to", to),
    subject: header("subject", email.subject),
    text: email.text,
    html: email.html,
  });
}

/** C0, DEL, C1, and the line and paragraph separators, which some mail programs treat as line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Returns the value. Throws `UnsafeHeader` if it could end the header line. */
export function header(name: string, value: string): string {
  if (CONTROL.test(value) || !value.isWellFormed()) {
    throw new UnsafeHeader(`The ${name} of an e-mail contains a control character.`);
  }
  return value;
}
