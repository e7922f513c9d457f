/**
 * API keys, sessions and tokens in what is written down about clients. Firmware repeats its client id in topics, a bridge its key below `$SYS`,
 * a person types it into the wrong field: whatever is kept or logged about a client goes through here.
 */

/** A key, or as much of one as is left where a client id is cut; in whatever case firmware writes its topics. */
const KEY = /sw(?:[stk]_)?[0-9a-z]{20,}|[0-9a-z]{40,}/gi;

export const withoutKeys = (text: string): string => text.replace(KEY, "…");

export const logLine = (fields: Record<string, unknown>): string => withoutKeys(JSON.stringify(fields));
