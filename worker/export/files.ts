/**
 * An account as files: JSON, values as CSV, and its clients as files for Mosquitto. One after the other, in parts: no
 * file that can grow is ever one text.
 */

import * as z from "zod";
import { API_LIMITS } from "../contract/api-limits.ts";
import { EXPORT_FORMAT, VALUES } from "../contract/export-file.ts";
import { nextTurn } from "../patience.ts";
import type { Ask } from "./ask.ts";
import { type Lists, listBytes } from "./lists.ts";
import { aclBytes, aclFile, leftOutNotes, NOTES, passwordFile } from "./mosquitto-files.ts";
import { valueFiles } from "./value-files.ts";

export interface ExportedFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

const VALUES_NOTE = `Measured values are in ${VALUES}/, as averages per hour (UTC). The API has minutes and single samples while they are stored.`;

/** Characters of a part. */
const PART = 65_536;
/** A JSON event has at least as many. */
const EVENT_BYTES = 200;

/** The export would have more bytes than its limit. */
export class ExportTooLarge extends Error {
  override readonly name = "ExportTooLarge";
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(API_LIMITS.MAX_EXPORT_BYTES.http.words(maxBytes));
    this.maxBytes = maxBytes;
  }
}

export interface ExportOptions {
  ask: Ask;
  /** Milliseconds since 1970. */
  now: number;
  /** 0: no limit. */
  maxBytes: number;
}

/** Throws `ExportTooLarge` where that is known before the first byte. */
export function refuseTooLarge(lists: Lists, events: number, { maxBytes }: ExportOptions): void {
  if (maxBytes === 0) return;
  const bytes = aclBytes(lists) + listBytes(lists) + events * EVENT_BYTES;
  if (bytes > maxBytes) throw new ExportTooLarge(maxBytes);
}

export const notesOf = (lists: Lists): string[] => [VALUES_NOTE, ...NOTES, ...leftOutNotes(lists)];

export async function* exportFiles(lists: Lists, options: ExportOptions): AsyncGenerator<ExportedFile> {
  const budget = { left: options.maxBytes === 0 ? Number.POSITIVE_INFINITY : options.maxBytes };
  for await (const [name, text] of filesOf(lists, options)) {
    yield { name, bytes: within(budget, options.maxBytes, parts(text)) };
  }
}

async function* filesOf(
  lists: Lists,
  { ask, now }: ExportOptions,
): AsyncGenerator<[name: string, text: Iterable<string> | AsyncIterable<string>]> {
  yield ["README.txt", notesOf(lists).map((note) => `${note}\n`)];
  yield ["account.json", accountJson(lists, ask)];
  yield ["security.json", securityJson(ask)];
  yield ["mosquitto.passwd", passwordFile(lists)];
  yield ["mosquitto.acl", aclFile(lists)];
  for await (const [name, text] of valueFiles(lists, ask, now)) yield [`${VALUES}/${name}`, text];
}

/** Joins short texts, so that a file of many lines is written in few steps. A fast reader makes no pause between them. */
async function* parts(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let part = "";
  for await (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    yield encoder.encode(part);
    part = "";
    await nextTurn();
  }
  if (part !== "") yield encoder.encode(part);
}

/** All files of an export share a budget. */
async function* within(
  budget: { left: number },
  maxBytes: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw new ExportTooLarge(maxBytes);
    yield chunk;
  }
}

/** The lists as JSON, a row at a time, without the closing brace. */
function* listParts(lists: Lists): Generator<string> {
  let separator = "{\n";
  for (const [name, list] of Object.entries({ format: EXPORT_FORMAT, ...lists })) {
    yield `${separator}  ${JSON.stringify(name)}: `;
    separator = ",\n";
    if (Array.isArray(list)) yield* rowParts(list);
    else yield JSON.stringify(list);
  }
}

function* rowParts(rows: readonly unknown[]): Generator<string> {
  let separator = "[\n";
  for (const row of rows) {
    yield `${separator}    ${JSON.stringify(row)}`;
    separator = ",\n";
  }
  yield rows.length === 0 ? "[]" : "\n  ]";
}

/** There can be 100,000 events: they are read a page at a time. */
async function* accountJson(lists: Lists, ask: Ask): AsyncGenerator<string> {
  yield* listParts(lists);
  yield ',\n  "events": [';
  let separator = "\n";
  for await (const page of eventPages(ask)) {
    for (const event of page) {
      yield `${separator}    ${JSON.stringify(event)}`;
      separator = ",\n";
    }
  }
  yield "\n  ]\n}\n";
}

/** At most a thousand rows. */
async function* securityJson(ask: Ask): AsyncGenerator<string> {
  const list: unknown = await (await ask("listSecurityEvents")).json();
  yield* rowParts(Rows.parse(list));
  yield "\n";
}

const Rows = z.array(z.unknown());

async function* eventPages(ask: Ask): AsyncGenerator<unknown[]> {
  for (let query: Record<string, string> | null = { size: "100" }; query !== null; ) {
    const response: Response = await ask("listEvents", { query });
    const json: unknown = await response.json();
    const page = Rows.parse(json);
    yield page;
    const next: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    // a page without events ends the list, whatever its link says
    query =
      next === undefined || page.length === 0
        ? null
        : Object.fromEntries(new URL(next, "http://api").searchParams);
  }
}
