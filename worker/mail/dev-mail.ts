/**
 * GET /dev/mail: the last letters, so that the person at the desk can follow a reset link. Exists in development only,
 * and needs the key of the printed address: with `--lan` the network reaches this page, and a letter opens an account.
 */

import { all, first, read } from "../db/statement.ts";
import { columns, type RowOf } from "../db/tables.ts";
import { sameSecret } from "../keys/digest.ts";
import { type DevLetter, letterListPage } from "./dev-mail-page.ts";
import { escapeHtml } from "./escape.ts";
import { type OutboxEnv, open } from "./outbox.ts";

const SHOWN = 20;

const LETTER = columns("mail_outbox", ["id", "letter_sealed", "created_at", "sent_at"]);
const LAST = `SELECT ${LETTER} FROM mail_outbox ORDER BY created_at DESC, rowid DESC LIMIT ?`;
const ONE = `SELECT ${LETTER} FROM mail_outbox WHERE id = ?`;

type StoredLetter = RowOf<typeof LETTER>;

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
  if (path !== "/dev/mail") return oneLetter(env, path.slice("/dev/mail/".length));
  const letters = await lastLetters(env);
  return (request.headers.get("Accept") ?? "").includes("text/html")
    ? page(letterListPage(letters, key), "default-src 'none'; style-src 'unsafe-inline'")
    : Response.json(letters, { headers: HEADERS });
}

async function lastLetters(env: OutboxEnv): Promise<DevLetter[]> {
  const rows = await all(read<StoredLetter>(env.DB, LAST, SHOWN));
  const letters = await Promise.all(rows.map((row) => present(env, row)));
  return letters.filter((letter) => letter.to !== "");
}

/** The letter as a mail program shows it: nothing in it can run or load anything. */
async function oneLetter(env: OutboxEnv, id: string): Promise<Response> {
  const row = await first(read<StoredLetter>(env.DB, ONE, id));
  if (row === null) return page(escapeHtml("No such letter."), "default-src 'none'", 404);
  const { html } = await present(env, row);
  return page(
    html,
    "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation",
  );
}

async function present(env: OutboxEnv, row: StoredLetter): Promise<DevLetter> {
  const { to, letter } = await open(env, row);
  return {
    id: row.id,
    // one to nobody is not worth showing
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
