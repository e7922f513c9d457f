/** What the address of the events list says. Every page has this file, for the sake of its router, and not the sense of it. */

const NAMES = ["device", "search", "status", "date"] as const;

export type FilterSearch = { [Name in (typeof NAMES)[number]]?: string };

/** The router reads `?device=7` as a number. What is a list or an object is nothing that anybody typed. */
export const filterSearch = (address: Record<string, unknown>): FilterSearch =>
  Object.fromEntries(
    NAMES.map((name) => [name, address[name]] as const)
      .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "")
      .map(([name, value]) => [name, String(value)]),
  );
