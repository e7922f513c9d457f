/** The channels of a request body: each once, in the order given; null where the body leaves them out. */
export const chosen = (ids: readonly string[] | undefined): string[] | null =>
  ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))];
