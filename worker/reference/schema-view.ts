/** JSON Schema for people. */

import { escapeHtml } from "../mail/escape.ts";
import type { JsonSchema } from "./schemas.ts";

export function schemaSection(name: string, schema: JsonSchema): string {
  const words = schema.description === undefined ? "" : `<p>${escapeHtml(schema.description)}</p>`;
  return `<section id="schema-${escapeHtml(name)}"><h3><code>${escapeHtml(name)}</code></h3>${words}${fieldTable(schema)}</section>`;
}

/** The fields of an object, one row each. */
export function fieldTable(schema: JsonSchema): string {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const type = typeof field === "boolean" ? "any" : typeOf(field);
    const limits = typeof field === "boolean" ? "" : limitsOf(field);
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${type}</td><td>${limits}</td><td>${required.has(name) ? "required" : ""}</td></tr>`;
  });
  if (rows.length === 0) return `<p>${typeOf(schema)}</p>`;
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

/** A type in words, as HTML; named schemas are links. */
export function typeOf(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== null) return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(choice).join(" or ");
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(" or ");
  if (schema.type === "array") return `list of ${itemOf(schema)}`;
  if (schema.type === "object" && schema.properties !== undefined) return objectOf(schema);
  return escapeHtml(schema.format ?? String(schema.type ?? "any"));
}

function objectOf(schema: JsonSchema): string {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => `${escapeHtml(name)}: ${typeof field === "boolean" ? "any" : typeOf(field)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

function itemOf(schema: JsonSchema): string {
  const { items } = schema;
  return items === undefined || typeof items === "boolean" || Array.isArray(items) ? "any" : choice(items);
}

const choice = (schema: boolean | JsonSchema) => (typeof schema === "boolean" ? "any" : typeOf(schema));

function limitsOf({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `${minLength} to ${maxLength} characters`;
  return minLength > 0 ? "not empty" : "";
}

/** `#/components/schemas/Device` → `Device` */
export function nameOf(schema: JsonSchema): string | null {
  return schema.$ref?.split("/").at(-1) ?? null;
}
