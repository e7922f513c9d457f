/**
 * The search parameters of the events list as the router reads them. In a file of its own, because the router loads it
 * on every page.
 */

const NAMES = ["device", "search", "status", "date"] as const;

export type FilterSearch = { [Name in (typeof NAMES)[number]]?: string };

/** The router reads `?device=7` as a number. Lists and objects are ignored. */
export const filterSearch = (address: Record<string, unknown>): FilterSearch =>
  Object.fromEntries(
    NAMES.map((name) => [name, address[name]] as const)
      .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "")
      .map(([name, value]) => [name, String(value)]),
  );
