/** `/privacy` and `/terms`: a redirect to the operator's page, the operator's own text, or a default one. */

import { html } from "hono/html";
import { appUrl, type Env, type LegalName, settings } from "../env.ts";
import { type LegalFacts, privacyText, termsText } from "./default-texts.ts";
import { type Html, markdown } from "./markdown.ts";
import { STYLES } from "./styles.ts";

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
    email: !email || email.endsWith(".example") ? null : email,
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
