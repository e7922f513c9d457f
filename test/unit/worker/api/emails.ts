/** Emails, read from the developer mail page. */

import type { DevEmail } from "../../../../worker/mail/dev-mail.ts";
import { MAIL_PATH } from "../../../support/mail-key.ts";
import { api } from "./client.ts";

/** Emails to an address, newest first. */
export async function emailsTo(email: string): Promise<DevEmail[]> {
  const { body } = await api(`GET ${MAIL_PATH}`, undefined, { headers: { Accept: "application/json" } });
  return (body as DevEmail[]).filter(({ to }) => to === email);
}

/** The token in the last email of this kind; empty without one. */
export async function tokenFrom(email: string, kind: DevEmail["kind"]): Promise<string> {
  const letter = (await emailsTo(email)).find((one) => one.kind === kind);
  return /token=([\w-]+)/.exec(letter?.text ?? "")?.[1] ?? "";
}

export const verify = async (email: string, kind: "verify" | "change" = "verify") =>
  api("POST /v0/verify-email/", { token: await tokenFrom(email, kind) });
