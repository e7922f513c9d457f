/** The API as an operator calls it. */

import { apiWith, type Call } from "./client.ts";

/** Base64 of 32 bytes. */
export const KEY = "b3BlcmF0b3JvcGVyYXRvcm9wZXJhdG9yb3BlcmF0b3I=";
const OTHER_KEY = "YW5vdGhlcmFub3RoZXJhbm90aGVyYW5vdGhlcmFub3Q=";

export const withKeys = { OPERATOR_KEYS: `anna:${KEY},${OTHER_KEY}` };

/** Through an API that has these keys, and what else a test says of its environment. */
export const operatorWith = (more: Record<string, unknown> = {}, key = KEY): Call => {
  const api = apiWith({ ...withKeys, ...more });
  return (line, body, { headers = {}, ...options } = {}) =>
    api(line, body, { ...options, headers: { ...headers, Authorization: `Bearer ${key}` } });
};

export const operator = operatorWith();
export const otherOperator = operatorWith({}, OTHER_KEY);
