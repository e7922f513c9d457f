/** One call: who may make it, what it takes, what it answers, and how to try it. */

import { escapeHtml } from "../mail/escape.ts";
import type { OpenApiDocument, Operation, Parameter } from "./document.ts";
import { fieldTable, nameOf, typeOf } from "./schema-view.ts";
import type { JsonSchema } from "./schemas.ts";

export function endpointSection(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  document: OpenApiDocument,
  server: string,
): string {
  const access = operation.security.length > 0 ? "needs a token" : "open to everyone";
  return `<section id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 class="call" id="${operation.operationId}-title"><b class="${method}">${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}.</p>
<p class="facts"><span>${access}</span>${operation.description ? `<span>${escapeHtml(operation.description)}</span>` : ""}</p>
${parameters(operation.parameters ?? [])}
${body(operation, document)}
<h4>Answers</h4>
${answers(operation)}
<h4>Try it</h4>
<pre><code>${escapeHtml(curl(method, path, operation, server))}</code></pre>
</section>`;
}

function parameters(list: readonly Parameter[]): string {
  if (list.length === 0) return "";
  const rows = list.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${typeOf(schema)}</td><td>${required ? "required" : ""}</td></tr>`,
  );
  return `<h4>Parameters</h4>\n<table><tbody>${rows.join("")}</tbody></table>`;
}

function body(operation: Operation, document: OpenApiDocument): string {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  if (schema === undefined) return "";
  return `<h4>Body</h4>\n${fieldTable(resolve(schema, document))}`;
}

const resolve = (schema: JsonSchema, document: OpenApiDocument): JsonSchema =>
  document.components.schemas[nameOf(schema) ?? ""] ?? schema;

function answers(operation: Operation): string {
  const rows = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = content?.["application/json"]?.schema;
    const kind = status.startsWith("2") ? "good" : "bad";
    return `<tr><td><b class="${kind}">${status}</b></td><td>${escapeHtml(description)}</td><td>${schema ? typeOf(schema) : "no body"}</td></tr>`;
  });
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

/** A line for a shell: single quotes, in which only the single quote itself is special. */
function curl(method: string, path: string, operation: Operation, server: string): string {
  const lines = [`curl -X ${method} ${quoted(`${server}${path}`)}`];
  if (operation.security.length > 0) lines.push('-H "Authorization: Token $TOKEN"');
  const example = operation.requestBody?.content["application/json"]?.example;
  if (example !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example))}`);
  }
  return lines.join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
