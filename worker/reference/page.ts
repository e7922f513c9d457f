/** The readable page of the API, made from its document. It runs no script and loads nothing. */

import { escapeHtml } from "../mail/escape.ts";
import type { OpenApiDocument, Operation } from "./document.ts";
import { endpointSection } from "./endpoint-section.ts";
import { schemaSection } from "./schema-view.ts";
import { STYLES } from "./styles.ts";

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

export function referencePage(document: OpenApiDocument): Response {
  const nonce = crypto.randomUUID();
  return new Response(pageOf(document, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}

function pageOf(document: OpenApiDocument, nonce: string): string {
  const calls = callsOf(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter((call) => call.operation.tags.includes(name)),
  }));
  const schemas = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Calls">
<a class="brand" href="/">Switchyard</a>
${groups.map(({ name, calls }) => navigation(name, calls)).join("\n")}
<p class="group"><a href="#schemas">Schemas</a></p>
</nav>
<main id="calls">
<h1>${escapeHtml(document.info.title)} <small>${escapeHtml(document.info.version)}</small></h1>
<p class="lead">${prose(document.info.description)}</p>
<p>The same as a machine reads it: <a href="/v0/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
${groups.map(({ name, calls }) => group(name, calls, document)).join("\n")}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaSection(name, schema)).join("\n")}
</main>
</body>
</html>
`;
}

function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function group(name: string, calls: readonly Call[], document: OpenApiDocument): string {
  const server = document.servers[0]?.url.replace(/\/$/, "") || "https://your-host";
  const sections = calls.map((call) => endpointSection(call, document, server));
  return `<h2>${escapeHtml(name)}</h2>\n${sections.join("\n")}`;
}

function navigation(name: string, calls: readonly Call[]): string {
  const items = calls.map(
    ({ method, operation }) =>
      `<li><a href="#${operation.operationId}"><b class="${method}">${method}</b><span>${escapeHtml(operation.summary)}</span></a></li>`,
  );
  return `<p class="group">${escapeHtml(name)}</p>\n<ul>${items.join("")}</ul>`;
}

/** Escaped, with `code` between backticks. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}
