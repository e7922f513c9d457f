/** Emails of the local product, read from its developer page. */

import type { DevEmail } from "../../worker/mail/dev-mail.ts";
import { MAIL_PATH } from "./mail-key.ts";
import { until } from "./until.ts";

/** The path of the link in the newest email of this kind to an address: `/verify-email?token=…`. */
export async function linkTo(url: string, email: string, kind: DevEmail["kind"]): Promise<string> {
  let path = "";
  await until(`a letter "${kind}" to ${email}`, async () => {
    const answer = await fetch(new URL(MAIL_PATH, url), { headers: { accept: "application/json" } });
    const letters = (await answer.json()) as DevEmail[];
    const found = letters.find((letter) => letter.to === email && letter.kind === kind);
    path = /\/[a-z-]+\?token=[\w-]+/.exec(found?.text ?? "")?.[0] ?? "";
    return path !== "";
  });
  return path;
}
