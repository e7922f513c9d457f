/** The reference page, made from the OpenAPI document. It runs no script and loads nothing. */

import { html } from "hono/html";
import type { OpenApiDocument, Operation } from "./document.ts";
import type { JsonSchema } from "./schemas.ts";
import { STYLES } from "./styles.ts";

type Html = ReturnType<typeof html>;
type Cell = Html | string;
interface Call {
  method: string;
  path: string;
  operation: Operation;
}

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
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = Object.entries(Object.groupBy(calls, ({ operation }) => operation.tags[0] ?? ""));
  const ordered = tags.flatMap(({ name }) => groups.filter(([tag]) => tag === name));
  const title = `${info.title} ${info.version}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<nav aria-label="Calls">
<a href="/"><b>Switchyard</b></a>
${ordered.map(([name, of = []]) => html`<h2>${name}</h2><ul>${of.map(link)}</ul>`)}
<h2><a href="#scopes">Scopes of tokens</a></h2>
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main id="calls">
<h1>${title}</h1>
<p>${info.description.split("`").map((text, at) => (at % 2 === 0 ? text : html`<code>${text}</code>`))}</p>
<p>The same as a machine reads it: <a href="/v0/openapi.json">openapi.json</a> (OpenAPI ${openapi}).</p>
<h2 id="scopes">Scopes of tokens</h2>
<section>${table(scopesOf(calls))}</section>
${ordered.map(([name, of = []]) => html`<h2>${name}</h2>${of.map((call) => section(call, document))}`)}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</main>
</body>
</html>
`;
}

const link = ({ method, operation: { operationId, summary } }: Call): Html =>
  html`<li><a href="#${operationId}"><b class="${method}">${method}</b> ${summary}</a></li>`;

function section({ method, path, operation }: Call, { components, servers }: OpenApiDocument): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  const named = body === undefined ? undefined : (components.schemas[nameOf(body) ?? ""] ?? body);
  const inUrl = parameters.map((each) => [code(each.name), each.in, typeOf(each.schema), needed(each)]);
  const answers = Object.entries(responses).map(([status, { description: words, content }]) => {
    const schema = content?.["application/json"]?.schema;
    return [html`<b>${status}</b>`, words, schema === undefined ? "no body" : typeOf(schema)];
  });
  const server = servers[0]?.url.replace(/\/$/, "") || "https://your-host";
  return html`<section id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><b class="${method}">${method}</b> ${code(path)}</h3>
<p>${summary}. ${description}</p>
<p>${needs(operation)}</p>
${inUrl.length > 0 && html`<h4>Parameters</h4>${table(inUrl)}`}
${named !== undefined && html`<h4>Body</h4>${fields(named)}`}
<h4>Answers</h4>${table(answers)}
<h4>Try it</h4>
<pre tabindex="0"><code>${curl(method, `${server}${path}`, operation)}</code></pre>
</section>
`;
}

/** Each scope with the calls that need it. */
function scopesOf(calls: Call[]): Cell[][] {
  const scopes = new Set(calls.flatMap(({ operation }) => scopesNeeded(operation)));
  return [...scopes].sort().map((scope) => {
    const needing = calls.filter(({ operation }) => scopesNeeded(operation).includes(scope));
    return [code(scope), html`<ul>${needing.map(link)}</ul>`];
  });
}

const scopesNeeded = ({ security }: Operation): string[] => security.flatMap(({ bearer = [] }) => bearer);

/** The access of a call, by the names of its security schemes. */
function needs(operation: Operation): Html {
  const { security } = operation;
  const session = security.some(({ token }) => token);
  const scopes = scopesNeeded(operation);
  if (scopes.length > 0) {
    const named = scopes.map((scope, at) => html`${at > 0 && " and "}${code(scope)}`);
    return html`<b>Needs</b> a login session, or a token with ${named}.`;
  }
  if (session) {
    const isForTokens = security.some(({ bearer }) => bearer);
    return html`<b>Needs</b> a login session${isForTokens ? ", or any token" : ""}.`;
  }
  return html`${security.length > 0 ? html`<b>Needs</b> an operator's key.` : "Open to everyone."}`;
}

const AUTHORIZATION = { token: "Token $SESSION", bearer: "Bearer $TOKEN", operator: "Bearer $KEY" };

const schemaSection = (name: string, schema: JsonSchema): Html =>
  html`<section id="schema-${name}"><h3>${code(name)}</h3><p>${schema.description}</p>${fields(schema)}</section>
`;

/** The fields of an object, one per row. */
function fields(schema: JsonSchema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const limit = typeof field === "object" && field.maxLength && `, at most ${field.maxLength} characters`;
    const required = schema.required?.includes(name) === true;
    return [code(name), html`${typeOf(field)}${limit}`, needed({ required })];
  });
  return rows.length > 0 ? table(rows) : html`<p>${typeOf(schema)}</p>`;
}

const table = (rows: Cell[][]): Html =>
  html`<table><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
const code = (text: string): Html => html`<code>${text}</code>`;
const needed = ({ required }: { required: boolean }): string => (required ? "required" : "");

/** A type in words; named schemas are links. */
function typeOf(schema: unknown): Cell {
  if (typeof schema !== "object" || schema === null) return "any";
  const { anyOf, oneOf, const: value, enum: values, type, items, properties, format } = schema as JsonSchema;
  const name = nameOf(schema as JsonSchema);
  if (name !== null) return html`<a href="#schema-${name}">${name}</a>`;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined)
    return html`${choices.map((each, at) => html`${at > 0 && " or "}${typeOf(each)}`)}`;
  if (value !== undefined || values !== undefined)
    return (values ?? [value]).map((each) => JSON.stringify(each)).join(" or ");
  if (type === "array") return html`list of ${typeOf(items)}`;
  if (properties === undefined) return format ?? String(type ?? "any");
  const inside = Object.entries(properties).map(
    ([key, field], at) => html`${at > 0 && ", "}${key}: ${typeOf(field)}`,
  );
  return html`{ ${inside} }`;
}

/** `#/components/schemas/Device` → `Device` */
const nameOf = (schema: JsonSchema): string | null => schema.$ref?.split("/").at(-1) ?? null;

/** Quotes for a shell: single quotes, in which only the single quote is special. */
function curl(method: string, url: string, { security, requestBody }: Operation): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl -X ${method} ${quoted(url)}`];
  // the last scheme has the least rights
  const scheme = Object.keys(security.at(-1) ?? {})[0] as keyof typeof AUTHORIZATION | undefined;
  if (scheme !== undefined) lines.push(`-H "Authorization: ${AUTHORIZATION[scheme]}"`);
  const example = requestBody?.content["application/json"]?.example;
  if (example !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example))}`);
  const payload = requestBody?.content["*/*"]?.example;
  if (typeof payload === "string") lines.push(`-d ${quoted(payload)}`);
  return lines.join(" \\\n  ");
}
