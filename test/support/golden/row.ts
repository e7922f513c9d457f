/**
 * One row of the golden table: a request and its whole response. Rows are data: they run in workerd and
 * against the started product. Names in braces are replaced by values of the world (`{device}`); names in
 * angle brackets stand for values that cannot be predicted (`<uuid>`).
 */

/** The account whose token the request carries. */
export type Caller = "owner" | "empty" | "nobody" | "operator";

export interface GoldenRow {
  call: string;
  because: string;
  as?: Caller;
  headers?: Record<string, string>;
  json?: unknown;
  /** A body that is sent unchanged, with this content type. */
  raw?: string;
  type?: string;
  status: number;
  /** Headers of the response; null for one that it must not have. */
  answerHeaders?: Record<string, string | null>;
  /** The JSON body, compared as a whole. Left out: no body at all. */
  answer?: unknown;
}

/** A row. Its status is 200 unless given. */
export const goldenRow = (
  as: Caller,
  call: string,
  because: string,
  rest: Partial<Omit<GoldenRow, "as" | "call" | "because">> = {},
): GoldenRow => ({ as, call, because, status: 200, ...rest });

/** The response for a resource that does not exist. */
export const NOT_FOUND = { status: 404, answer: { detail: "Not found." } } as const;

/** The response for mistakes in a body or a query: the messages of each field. */
export const validationErrors = (errors: Record<string, readonly (string | undefined)[]>) => ({
  status: 400,
  answer: { errors },
});

export interface World {
  tokens: { owner: string; other: string; empty: string };
  /** The operator key of the service; left out where the rows need none. */
  operatorKey?: string;
  names: Record<string, string>;
}

/** Replaces the names in braces by the values of this world. */
export function inWorld(row: GoldenRow, world: World): GoldenRow {
  const text = JSON.stringify(row).replace(/\{(\w+)\}/g, (whole, name: string) => world.names[name] ?? whole);
  return JSON.parse(text) as GoldenRow;
}
