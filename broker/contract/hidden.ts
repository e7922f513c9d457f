/**
 * Replaces API keys, sessions and tokens in texts that are stored or logged about clients. Firmware repeats its client
 * id in topics, a bridge repeats its key below `$SYS`, and people paste keys into wrong fields.
 */

import { oneLineJson } from "./json.ts";

/** A key, or the part left of one in a truncated client id, in any case. */
const KEY = /sw(?:[stk]_)?[0-9a-z]{20,}|[0-9a-z]{40,}/gi;

export const withoutKeys = (text: string): string => text.replace(KEY, "…");

export const logLine = (fields: Record<string, unknown>): string => withoutKeys(oneLineJson(fields));
