/** Which keys look like those of counters. Without the table of units: the page loads it with its charts. */

// keys of meters, whose values mostly only grow
const COUNTERS = /(^|[_.-])(k?wh|l|m3|total|count)$/i;
export const isLikeCounter = (key: string): boolean => COUNTERS.test(key);
