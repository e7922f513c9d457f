/** The reference page, made from the OpenAPI document. It runs no script and loads nothing. */

import { html } from "hono/html";
import type { JsonSchema, OpenApiDocument, Operation } from "./document.ts";

/** The styles of the reference: one column beside the list of calls, in the colours of the page (`web/src/styles.css`). */
const STYLES = `
:root {
  color-scheme: light dark; font: 16px/1.55 "Instrument Sans", system-ui, sans-serif;
  --panel: light-dark(#fbfaf6, #1d1c19); --line: light-dark(#d8d2c5, #34312b); --ink: light-dark(#1d1b18, #ece7dc);
}
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f3f0e9, #151412); color: var(--ink) }
a { color: inherit; text-underline-offset: 2px }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
h1, h2, h3 { font-weight: 600; letter-spacing: -.012em }
code { font: .875em/1.6 "IBM Plex Mono", ui-monospace, Menlo, Consolas, monospace }
.skip:not(:focus) { position: absolute; left: -99rem }
nav { padding: 1rem; border-bottom: 1px solid var(--line); font-size: .85rem; max-height: 16rem; overflow: auto }
main { padding: 1rem; max-width: 64rem }
nav h2 { margin: 1rem 0 0; font-size: inherit }
ul { list-style: none; margin: 0; padding: 0 }
li a { display: block; padding: .25rem 0; color: inherit; text-decoration: none }
section { margin: 1.25rem 0; padding: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; overflow-x: auto }
h3, h4, p { margin: .35rem 0; overflow-wrap: anywhere }
h4 { margin-top: 1rem; font-size: .85rem }
.GET { color: light-dark(#5d584f, #a9a294) } .POST { color: light-dark(#14713a, #63d293) }
.PUT { color: light-dark(#85520a, #e9b45c) } .DELETE { color: light-dark(#a8281b, #f59080) }
table { width: 100%; border-collapse: collapse; font-size: .9rem }
td { padding: .4rem .75rem .4rem 0; overflow-wrap: break-word; border-top: 1px solid var(--line); vertical-align: top }
pre { margin: 0; padding: .75rem; overflow: auto; background: light-dark(#eae6dc, #11100e); border-radius: 6px }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0; border-right: 1px solid var(--line) }
  main { padding: 2rem 3rem }
}
`;

type Html = ReturnType<typeof html>;
type Call = Operation & { method: string; path: string };

export async function referencePage(document: OpenApiDocument): Promise<Response> {
  const nonce = crypto.randomUUID();
  return new Response(await pageOf(document, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

function pageOf(document: OpenApiDocument, nonce: string): Html {
  const { info, openapi, tags, paths, components } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ ...call, method: method.toUpperCase(), path })),
  );
  const groups = tags.map(({ name }) => ({ name, calls: calls.filter((call) => call.tags[0] === name) }));
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<style nonce="${nonce}">${STYLES}</style>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Calls">
<a href="/"><b>Switchyard</b></a>
${groups.map((group) => html`<h2>${group.name}</h2><ul>${group.calls.map(link)}</ul>`)}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="calls">
<h1>${info.title} ${info.version}</h1>
<p>${info.description.split("`").map((text, at) => (at % 2 === 0 ? text : code(text)))}</p>
<p>The same as a machine reads it: <a href="/v0/openapi.json">openapi.json</a> (OpenAPI ${openapi}).</p>
${groups.map((group) => html`<h2>${group.name}</h2>${group.calls.map((call) => section(call, document))}`)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) =>
    html`<section id="schema-${name}"><h3>${code(name)}</h3><p>${schema.description}</p>${fields(schema)}</section>`,
)}
</main>
</html>
`;
}

const link = ({ method, operationId, summary }: Call): Html =>
  html`<li><a href="#${operationId}"><b class="${method}">${method}</b> ${summary}</a></li>`;

function section(call: Call, { components, servers }: OpenApiDocument): Html {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = call;
  const server = servers[0]?.url.replace(/\/$/, "") || "https://your-host";
  const inUrl = parameters.map(({ name, in: where, schema, required }) => [
    code(name),
    where,
    typeOf(schema),
    required && "required",
  ]);
  const body = requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(responses).map(([status, { description: words, content }]) => {
    const schema = content?.["application/json"]?.schema;
    return [html`<b>${status}</b>`, words, schema ? typeOf(schema) : "no body"];
  });
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><b class="${method}">${method}</b> ${code(path)}</h3>
<p>${summary}. ${description}</p>
<p>${needs(call)}</p>
${inUrl.length > 0 && html`<h4>Parameters</h4>${table(inUrl)}`}
${body && html`<h4>Body</h4>${fields(components.schemas[nameOf(body)] ?? body)}`}
<h4>Answers</h4>${table(answers)}
<h4>Try it</h4>
<pre tabindex="0"><code>${curl(call, server)}</code></pre>
</section>
`;
}

/** The access of a call, by the names of its security schemes. */
function needs({ security }: Operation): Html {
  const { token, bearer, operator } = Object.assign({}, ...security) as Record<string, string[] | undefined>;
  if (operator) return html`<b>Needs</b> an operator's key.`;
  if (!token) return html`Open to everyone.`;
  if (!bearer) return html`<b>Needs</b> a login session.`;
  if (bearer.length === 0) return html`<b>Needs</b> a login session, or any token.`;
  const scopes = bearer.map((scope, at) => html`${at > 0 && " and "}${code(scope)}`);
  return html`<b>Needs</b> a login session, or a token with ${scopes}.`;
}

function fields(schema: JsonSchema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const limit = typeof field === "object" && field.maxLength && `, at most ${field.maxLength} characters`;
    return [code(name), html`${typeOf(field)}${limit}`, schema.required?.includes(name) && "required"];
  });
  return rows.length > 0 ? table(rows) : html`<p>${typeOf(schema)}</p>`;
}

const table = (rows: unknown[][]): Html =>
  html`<table><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
const code = (text: string): Html => html`<code>${text}</code>`;

/** A type in words; named schemas are links. */
function typeOf(schema: JsonSchema | boolean): Html | string {
  if (typeof schema === "boolean") return "any";
  const { $ref, anyOf, oneOf, const: value, enum: values, type, items, properties, format } = schema;
  if ($ref !== undefined) return html`<a href="#schema-${nameOf(schema)}">${nameOf(schema)}</a>`;
  const choices = anyOf ?? oneOf;
  if (choices) return html`${choices.map((each, at) => html`${at > 0 && " or "}${typeOf(each)}`)}`;
  if (value !== undefined || values)
    return (values ?? [value]).map((each) => JSON.stringify(each)).join(" or ");
  if (type === "array") return html`list of ${typeOf(items as JsonSchema)}`;
  if (!properties) return format ?? String(type ?? "any");
  const inside = Object.entries(properties).map(
    ([key, field], at) => html`${at > 0 && ", "}${key}: ${typeOf(field)}`,
  );
  return html`{ ${inside} }`;
}

/** `#/components/schemas/Device` → `Device` */
const nameOf = ({ $ref = "" }: JsonSchema): string => $ref.split("/").at(-1) ?? "";

const AUTHORIZATION = { token: "Token $SESSION", bearer: "Bearer $TOKEN", operator: "Bearer $KEY" };

/** Quotes for a shell: single quotes, in which only the single quote is special. */
function curl({ method, path, security, requestBody }: Call, server: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl -X ${method} ${quoted(server + path)}`];
  // the last scheme has the least rights
  const scheme = Object.keys(security.at(-1) ?? {})[0] as keyof typeof AUTHORIZATION | undefined;
  if (scheme !== undefined) lines.push(`-H "Authorization: ${AUTHORIZATION[scheme]}"`);
  for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
    if (type === "application/json") lines.push(`-H 'Content-Type: ${type}'`);
    lines.push(`-d ${quoted(type === "application/json" ? JSON.stringify(example) : String(example))}`);
  }
  return lines.join(" \\\n  ");
}
