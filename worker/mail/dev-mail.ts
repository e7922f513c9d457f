/** GET /dev/mail: the last e-mails. Development only, and with a key: `--lan` opens this page to the network. */

import { type EmailRow, emailById, lastEmails } from "../db/mail-outbox.ts";
import { all } from "../db/statement.ts";
import { sameSecret } from "../keys/digest.ts";
import type { Email } from "./emails.ts";
import { escapeHtml } from "./emails.ts";
import { type OutboxEnv, unsealEmail } from "./outbox.ts";

export interface DevEmail {
  id: string;
  to: string;
  kind: Email["kind"];
  subject: string;
  text: string;
  html: string;
  created_at: string;
  /** Null if it was not sent. */
  sent_at: string | null;
}

function emailListPage(emails: readonly DevEmail[], key: string): string {
  const list =
    emails.length === 0 ? "<p>No e-mails yet.</p>" : emails.map((email) => emailItem(email, key)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>E-mails · Switchyard</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>E-mails</h1>
<p>The last e-mails of this Switchyard, newest first. This page exists in development only.</p>
${list}
</main>
</body>
</html>
`;
}

function emailItem(email: DevEmail, key: string): string {
  const status = email.sent_at === null ? "waiting" : "sent";
  return `<article>
<h2>${escapeHtml(email.subject)}</h2>
<p class="facts">to ${escapeHtml(email.to)} · <time>${escapeHtml(email.created_at)}</time> · ${status}
· <a href="/dev/mail/${escapeHtml(email.id)}?key=${escapeHtml(encodeURIComponent(key))}">as HTML</a></p>
<pre>${linked(email.text)}</pre>
</article>`;
}

/** Splits links from text, so that each part is escaped once. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join("");

/** In the colours of the page (`web/src/styles.css`). */
const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 "Instrument Sans", system-ui, sans-serif }
body { margin: 0; background: light-dark(#f3f0e9, #151412); color: light-dark(#1d1b18, #ece7dc) }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; margin: 0 }
article { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: 10px;
  background: light-dark(#fbfaf6, #1d1c19); border: 1px solid light-dark(#d8d2c5, #34312b) }
h2 { font-size: 1.05rem; margin: 0 }
.facts { margin: 0; font-size: .85rem; color: light-dark(#5d584f, #a9a294) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 "IBM Plex Mono", ui-monospace, monospace }
a { color: inherit; text-underline-offset: 2px }
`;

const SHOWN = 20;

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
  const emails = await shownEmails(env);
  return (request.headers.get("Accept") ?? "").includes("text/html")
    ? page(emailListPage(emails, key), "default-src 'none'; style-src 'unsafe-inline'")
    : Response.json(emails, { headers: HEADERS });
}

async function shownEmails(env: OutboxEnv): Promise<DevEmail[]> {
  const rows = await all(lastEmails(env.DB, SHOWN));
  const emails = await Promise.all(rows.map((row) => present(env, row)));
  return emails.filter((email) => email.to !== "");
}

/** Returns the e-mail as a mail program shows it: scripts and remote content are blocked. */
async function oneEmail(env: OutboxEnv, id: string): Promise<Response> {
  const row = await emailById(env.DB, id);
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
