/** `/privacy` and `/terms`: a redirect to the operator's page, the operator's own text, or a default one. */

import { html, raw } from "hono/html";
import { Marked } from "marked";
import { apiUrl, appUrl, type Env, type LegalName, settings } from "../env.ts";
import { noSecurityContact } from "../errors.ts";
import { type LegalFacts, privacyText, termsText } from "./default-texts.ts";

type Html = ReturnType<typeof html>;

/** No `javascript:` or `data:`. */
const SAFE_URL = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;

const escaped = (text: string): string => String(html`${text}`);

/** HTML is text, and so are images: the page loads nothing. */
const MARKDOWN = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return SAFE_URL.test(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
    },
  },
});

const markdown = (text: string): Html => raw(MARKDOWN.parse(text, { async: false }));

/** The styles of `/privacy` and `/terms`, in the colours of the page (`web/src/styles.css`). */
const STYLES = `
:root { color-scheme: light dark; font: 16px/1.6 "Instrument Sans", system-ui, sans-serif }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f3f0e9, #151412); color: light-dark(#1d1b18, #ece7dc); overflow-wrap: break-word }
header, footer { padding: .75rem max(1rem, 50vw - 22rem); background: light-dark(#fbfaf6, #1d1c19) }
header { border-bottom: 1px solid light-dark(#d8d2c5, #34312b); font-weight: 600 }
footer { border-top: 1px solid light-dark(#d8d2c5, #34312b); font-size: .875rem }
header a, footer a { display: inline-block; margin-right: 1rem; padding: .25rem 0; text-decoration: none }
main { max-width: 46rem; min-height: 80vh; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.75rem } h2 { margin-top: 2.25rem; font-size: 1.25rem } h3 { font-size: 1rem }
li { margin: .4rem 0 } ul, ol { padding-left: 1.25rem }
a { color: inherit; text-underline-offset: 2px }
a:hover { text-decoration: underline 2px }
:focus-visible { outline: 2px solid; outline-offset: 2px; border-radius: 2px }
code { font: .875em "IBM Plex Mono", ui-monospace, Menlo, Consolas, monospace }
`;

const PAGES: Record<LegalName, { title: string; text: (facts: LegalFacts) => string }> = {
  privacy: { title: "Privacy", text: privacyText },
  terms: { title: "Terms", text: termsText },
};

export async function legalPage(name: LegalName, request: Request, env: Env): Promise<Response> {
  const url = settings(env).legal[name];
  if (url !== null) return new Response(null, { status: 302, headers: { Location: url } });
  const nonce = crypto.randomUUID();
  const text = (await ownText(name, request, env)) ?? PAGES[name].text(factsOf(request, env));
  return new Response(await pageOf(PAGES[name].title, text, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** `privacy.md` or `terms.md`, copied into the page's folder by `npm start` and `npm run deploy`. Null without one. */
async function ownText(name: LegalName, request: Request, env: Env): Promise<string | null> {
  const file = await env.ASSETS.fetch(new URL(`/${name}.md`, request.url));
  // For a missing file the index is sent.
  const isText = file.ok && !file.headers.get("Content-Type")?.startsWith("text/html");
  return isText ? (await file.text()).trim() || null : null;
}

function factsOf(request: Request, env: Env): LegalFacts {
  const { development, limits, broker } = settings(env);
  const { SUPPORT_EMAIL: email } = env;
  return {
    host: new URL(appUrl(env) ?? request.url).host,
    // the address that the docs name
    email: email || null,
    isDeployed: !development,
    limits,
    broker,
  };
}

function pageOf(title: string, text: string, nonce: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Switchyard</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="/before-paint.js"></script>
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
<header><a href="/">Switchyard</a></header>
<main>
${/^# /m.test(text) ? "" : html`<h1>${title}</h1>`}
${markdown(text)}
</main>
<footer><nav aria-label="Foot"><a href="/privacy">Privacy</a> <a href="/terms">Terms</a> <a href="/docs">Docs</a></nav></footer>
</body>
</html>
`;
}

// `/.well-known/security.txt` (RFC 9116): where people report a security fault.

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";

const DAY_MS = 86_400_000;
/** Section 2.5.5 recommends less than a year. */
const VALID_DAYS = 180;

export function securityText(env: Env, now: number): Response {
  const contact = settings(env).securityContact;
  if (contact === null) throw noSecurityContact();
  // Midnight, so that the file of a day is the same for everyone.
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS);
  const addresses = new Set([appUrl(env), apiUrl(env)].filter((url) => url?.startsWith("https:")));
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    ...Array.from(addresses, (url) => `Canonical: ${url}${SECURITY_TEXT_PATH}`),
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
