/** Calls the API as an operator. */

import { apiWith, type Call } from "./client.ts";

/** Base64 of 32 bytes. */
export const KEY = "b3BlcmF0b3JvcGVyYXRvcm9wZXJhdG9yb3BlcmF0b3I=";
const OTHER_KEY = "YW5vdGhlcmFub3RoZXJhbm90aGVyYW5vdGhlcmFub3Q=";

export const withKeys = { OPERATOR_KEYS: `anna:${KEY},${OTHER_KEY}` };

/** Uses these keys, and further variables of the environment. */
export const operatorWith = (more: Record<string, unknown> = {}, key = KEY): Call => {
  const api = apiWith({ ...withKeys, ...more });
  return (line, body, { headers = {}, ...options } = {}) =>
    api(line, body, { ...options, headers: { ...headers, Authorization: `Bearer ${key}` } });
};

export const operator = operatorWith();
export const otherOperator = operatorWith({}, OTHER_KEY);
