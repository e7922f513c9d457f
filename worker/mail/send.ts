/** Hands one letter to the provider. */

import type { Letter } from "./letters.ts";

export interface MailEnv {
  MAIL: SendEmail;
  MAIL_FROM: string;
}

/** A header that would hold a line break or another control character: never handed on, and never tried again. */
export class UnsafeHeader extends Error {
  override name = "UnsafeHeader";
}

export async function send(env: MailEnv, to: string, letter: Letter): Promise<void> {
  await env.MAIL.send({
    from: { name: "Switchyard", email: header("from", env.MAIL_FROM) },
    to: header("to", to),
    subject: header("subject", letter.subject),
    text: letter.text,
    html: letter.html,
  });
}

/** C0, DEL, C1, and the line and paragraph separators, which some programs take for line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const BREAKS_OUT = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

export function header(name: string, value: string): string {
  if (BREAKS_OUT.test(value) || !value.isWellFormed()) {
    throw new UnsafeHeader(`The ${name} of a letter holds a control character.`);
  }
  return value;
}
