/**
 * Whether a principal may take `more` of a shared limit: it may hold at most as much as is left for all
 * others. The first takes half, the second half of the rest. Each may hold at least one while any is left.
 */
export const mayTake = (own: number, left: number, more = 1): boolean =>
  own + more <= left - more || (own === 0 && more === 1 && left > 0);
