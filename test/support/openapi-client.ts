/** A client that is built from the product's OpenAPI document alone. */

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, unknown> };
}

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

export interface OpenApiClient {
  useToken(token: string): void;
  /** Calls an operation. Throws when the document does not list the response. */
  call<T>(operationId: string, options?: CallOptions): Promise<T>;
}

interface CallOptions {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

export function clientOf(document: OpenApi, baseUrl: string): OpenApiClient {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { path, method, operation },
      ]),
    ),
  );
  let token = "";
  return {
    useToken: (given) => {
      token = given;
    },
    async call<T>(operationId: string, options: CallOptions = {}): Promise<T> {
      const found = operations.get(operationId);
      if (found === undefined) throw new Error(`The document has no operation ${operationId}.`);
      const { path, method, operation } = found;
      const headers = new Headers();
      if (operation.security?.some((way) => "token" in way)) headers.set("Authorization", `Token ${token}`);
      if (operation.requestBody !== undefined) headers.set("Content-Type", "application/json");
      const body = operation.requestBody === undefined ? null : JSON.stringify(options.body);
      const url = new URL(filled(path, options.path ?? {}), baseUrl);
      for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
      const response = await fetch(url, { method: method.toUpperCase(), headers, body });
      return answerOf<T>(operationId, operation, response);
    },
  };
}

const filled = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The path ${path} needs ${name}.`);
    return encodeURIComponent(value);
  });

async function answerOf<T>(name: string, operation: Operation, response: Response): Promise<T> {
  const text = await response.text();
  const described = operation.responses[String(response.status)];
  if (described === undefined || !response.ok) {
    throw new Error(`${name} answered ${response.status}: ${text}`);
  }
  if (described.content === undefined) {
    if (text !== "") throw new Error(`${name} answered a body where the document has none.`);
    return undefined as T;
  }
  return JSON.parse(text) as T;
}
