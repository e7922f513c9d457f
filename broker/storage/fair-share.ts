/**
 * What of something that an account shares one principal may take: at most as much as is then left to all the others. One
 * alone takes half, a second one half of the rest. Its first one each may have as long as there is any.
 */
export const mayTake = (own: number, left: number, more = 1): boolean =>
  own + more <= left - more || (own === 0 && more === 1 && left > 0);
