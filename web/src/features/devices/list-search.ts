/**
 * The search parameters of the devices list as the router reads them. In a file of its own, because the router loads it
 * on every page.
 */

export const SORTS = ["room", "name", "state", "seen"] as const;
export type Sort = (typeof SORTS)[number];

export interface ListSearch {
  search?: string;
  sort?: Sort;
}

/** The router reads `?search=7` as a number. */
export function listSearch({ search, sort }: Record<string, unknown>): ListSearch {
  const text = ["string", "number", "boolean"].includes(typeof search) ? String(search) : "";
  const known = SORTS.find((name) => name === sort);
  return { ...(text !== "" && { search: text }), ...(known && { sort: known }) };
}
