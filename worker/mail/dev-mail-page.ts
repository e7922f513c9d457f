import type { Email } from "./emails.ts";
import { escapeHtml } from "./escape.ts";

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

export function emailListPage(emails: readonly DevEmail[], key: string): string {
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

const STYLES = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; background: light-dark(#eef1f4, #10161c); color: light-dark(#16202b, #e4eaf0) }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.5rem; margin: 0 }
article { margin: 1rem 0; padding: 1rem 1.25rem; border-radius: 12px;
  background: light-dark(#fff, #18212a); border: 1px solid light-dark(#d8dee5, #2b3742) }
h2 { font-size: 1.05rem; margin: 0 }
.facts { margin: 0; font-size: .85rem; color: light-dark(#566373, #9aa8b6) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 ui-monospace, monospace }
a { color: light-dark(#0b6b4f, #5fd0a8) }
`;
