/** PURE. Parses one JSON-RPC message, whatever its parts are: an error holds the id wherever the sender gave one. */

export type MessageId = string | number;

export interface McpMessage {
  /** A notification has none. */
  id: MessageId | undefined;
  method: string;
  params: Record<string, unknown>;
}

export interface Fault {
  code: number;
  message: string;
  data?: object;
}

/** JSON-RPC 2.0, section 5: the id of a failure is null when the request has no readable one. */
export interface Failure {
  id: MessageId | null;
  error: Fault;
}

const invalidRequest = (message: string): Fault => ({ code: -32600, message });
export const invalidParams = (why: string): Fault => ({ code: -32602, message: `Invalid params: ${why}` });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A number that JSON cannot repeat exactly is no id. */
const isId = (value: unknown): value is MessageId =>
  typeof value === "string" ||
  (typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

/** Returns the JSON value of the bytes. */
export function jsonIn(bytes: Uint8Array): { value: unknown } | Failure {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return { id: null, error: { code: -32700, message: "Parse error: the body is not JSON in UTF-8." } };
  }
}

export function messageIn(value: unknown): McpMessage | Failure {
  if (!isObject(value)) {
    const what = Array.isArray(value) ? "Batches are not supported: send" : "The body must be";
    return { id: null, error: invalidRequest(`${what} one JSON-RPC message, an object.`) };
  }
  const { jsonrpc, id, method, params = {} } = value;
  if (id !== undefined && !isId(id)) {
    return { id: null, error: invalidRequest("The id must be a string or a number of at most 2^53.") };
  }
  const fail = (error: Fault): Failure => ({ id: id ?? null, error });
  if (jsonrpc !== "2.0") return fail(invalidRequest('The field jsonrpc must be "2.0".'));
  if (typeof method !== "string") return fail(invalidRequest("The method must be a string."));
  if (!isObject(params)) return fail(invalidParams("params must be an object."));
  const { _meta: meta } = params;
  if (meta !== undefined && !isObject(meta)) return fail(invalidParams("_meta must be an object."));
  return { id, method, params };
}
