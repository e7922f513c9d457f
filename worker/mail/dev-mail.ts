/** GET /dev/mail: the last e-mails. Development only, and with a key: `--lan` opens this page to the network. */

import { all, first, read } from "../db/statement.ts";
import { columns, type RowOf } from "../db/tables.ts";
import { sameSecret } from "../keys/digest.ts";
import { type DevEmail, emailListPage } from "./dev-mail-page.ts";
import { escapeHtml } from "./escape.ts";
import { type OutboxEnv, unsealEmail } from "./outbox.ts";

const SHOWN = 20;

const COLUMNS = columns("mail_outbox", ["id", "letter_sealed", "created_at", "sent_at"]);
const LAST = `SELECT ${COLUMNS} FROM mail_outbox ORDER BY created_at DESC, rowid DESC LIMIT ?`;
const ONE = `SELECT ${COLUMNS} FROM mail_outbox WHERE id = ?`;

type EmailRow = RowOf<typeof COLUMNS>;

interface DevMailEnv extends OutboxEnv {
  DEV_MAIL_KEY?: string | undefined;
}

const NO_KEY = "Open this page by the address that npm start printed: it holds the key.";

export async function devMail(request: Request, env: DevMailEnv): Promise<Response> {
  if (env.ENVIRONMENT !== "development") return plain(404, "Not found.");
  if (request.method !== "GET") return plain(405, "Only GET.", { Allow: "GET" });
  const { pathname, searchParams } = new URL(request.url);
  const key = searchParams.get("key") ?? "";
  if (!env.DEV_MAIL_KEY || !sameSecret(env.DEV_MAIL_KEY, key)) return plain(403, NO_KEY);
  const path = pathname.replace(/\/$/, "");
  if (path !== "/dev/mail") return oneEmail(env, path.slice("/dev/mail/".length));
  const emails = await lastEmails(env);
  return (request.headers.get("Accept") ?? "").includes("text/html")
    ? page(emailListPage(emails, key), "default-src 'none'; style-src 'unsafe-inline'")
    : Response.json(emails, { headers: HEADERS });
}

async function lastEmails(env: OutboxEnv): Promise<DevEmail[]> {
  const rows = await all(read<EmailRow>(env.DB, LAST, SHOWN));
  const emails = await Promise.all(rows.map((row) => present(env, row)));
  return emails.filter((email) => email.to !== "");
}

/** Returns the e-mail as a mail program shows it: scripts and remote content are blocked. */
async function oneEmail(env: OutboxEnv, id: string): Promise<Response> {
  const row = await first(read<EmailRow>(env.DB, ONE, id));
  if (row === null) return page(escapeHtml("No such e-mail."), "default-src 'none'", 404);
  const { html } = await present(env, row);
  return page(
    html,
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation",
  );
}

async function present(env: OutboxEnv, row: EmailRow): Promise<DevEmail> {
  const { to, letter } = await unsealEmail(env, row);
  return {
    id: row.id,
    // An e-mail without a recipient is not listed.
    to: to ?? "",
    ...letter,
    created_at: new Date(row.created_at).toISOString(),
    sent_at: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
  };
}

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

const plain = (status: number, detail: string, headers: Record<string, string> = {}) =>
  Response.json({ detail }, { status, headers: { ...HEADERS, ...headers } });

const page = (html: string, policy: string, status = 200) =>
  new Response(html, {
    status,
    headers: {
      ...HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Referrer-Policy": "no-referrer",
    },
  });
