import type { ResponseOf } from "../contract/api.ts";
import type { ApiClient, CliRequest } from "./api-client.ts";

/** Messages of the largest page. */
const PAGE = 200;

interface Paged {
  listEvents: ResponseOf<"listEvents">[number];
  listMessages: ResponseOf<"listMessages">[number];
}

/** Rows of a list, by its Link header, up to `limit`. */
export async function rowsOf<N extends keyof Paged>(
  api: ApiClient,
  name: N,
  query: NonNullable<CliRequest["query"]>,
  limit: number,
): Promise<Paged[N][]> {
  const rows: Paged[N][] = [];
  for (let next: typeof query | null = query; next !== null && rows.length < limit; ) {
    const response = await api.open(name, { query: next });
    const page: unknown = await response.json();
    rows.push(...(page as Paged[N][]));
    next = nextQuery(response.headers.get("link"), api.url);
  }
  return rows.slice(0, limit);
}

/** Messages of the history, up to `limit`. A page may be empty and have a next one. */
export async function historyRows(
  api: ApiClient,
  query: NonNullable<CliRequest["query"]>,
  limit: number,
): Promise<ResponseOf<"listHistory">["messages"]> {
  const rows: ResponseOf<"listHistory">["messages"] = [];
  for (let after: string | null | undefined; after !== null && rows.length < limit; ) {
    const size = Math.min(limit - rows.length, PAGE);
    const page = await api.call("listHistory", { query: { ...query, after, limit: size }, waits: true });
    rows.push(...page.messages);
    after = page.next;
  }
  return rows;
}

/** Null on the last page. */
function nextQuery(link: string | null, origin: string): Record<string, string> | null {
  const path = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
  return path === undefined ? null : Object.fromEntries(new URL(path, origin).searchParams);
}
