/**
 * One row of the golden table: a request and the whole answer to it. Rows are data: they run inside workerd and against
 * the product as it is started. Words in braces stand for what the world has (`{device}`), words in angle brackets
 * for values that nobody can know beforehand (`<uuid>`).
 */

/** Whose token the request carries. */
export type As = "owner" | "empty" | "nobody" | "operator";

export interface Row {
  call: string;
  because: string;
  as?: As;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is, under `type`. */
  raw?: string;
  type?: string;
  status: number;
  /** Headers that the answer has; null: has not. */
  answerHeaders?: Record<string, string | null>;
  /** The body: JSON compared as a whole. Left out: no body at all. */
  answer?: unknown;
}

/** A row; its answer is 200 where it says nothing else. */
export const row = (
  as: As,
  call: string,
  because: string,
  rest: Partial<Omit<Row, "as" | "call" | "because">> = {},
): Row => ({ as, call, because, status: 200, ...rest });

/** What there is not. */
export const NOT_FOUND = { status: 404, answer: { detail: "Not found." } } as const;

/** Mistakes in a body or a query: for each field its sentences. */
export const mistaken = (errors: Record<string, readonly (string | undefined)[]>) => ({
  ...{ status: 400, answer: { errors } },
});

export interface World {
  tokens: { owner: string; empty: string };
  /** Of the service; left out where the rows need none. */
  operatorKey?: string;
  names: Record<string, string>;
}

/** The words in braces of a row replaced by what this world has. */
export function inWorld(row: Row, world: World): Row {
  const text = JSON.stringify(row).replace(/\{(\w+)\}/g, (whole, name: string) => world.names[name] ?? whole);
  return JSON.parse(text) as Row;
}
