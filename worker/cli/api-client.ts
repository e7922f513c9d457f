/** Calls of the public API, and its errors as sentences with an exit code. */

import { setTimeout as wait } from "node:timers/promises";
import type { ResponseOf } from "../contract/api.ts";
import type { ExitName } from "./cli-error.ts";
import { CliError } from "./cli-error.ts";
import { ROUTES, type RoutedCall } from "./routes.ts";

export interface CliRequest {
  id?: string;
  /** The `{topic}` of the path. */
  topic?: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  headers?: Record<string, string>;
  /** Bytes, or an object that is sent as JSON. */
  body?: Uint8Array<ArrayBuffer> | object;
  signal?: AbortSignal;
  /** Tries again when the server asks to, for a command that makes many calls. */
  waits?: true;
}

const TIMEOUT_MS = 30_000;
/** Longest wait that a server may ask for, and how often. Seconds. */
const MAX_WAIT = 60;
const MAX_TRIES = 10;

export class ApiClient {
  readonly url: string;
  /** Of the account, or a login session's; null for a public call. */
  readonly #token: string | null;
  readonly #fetch: typeof fetch;

  constructor({ url, token }: { url: string; token: string | null }, fetching: typeof fetch) {
    this.url = url;
    this.#token = token;
    this.#fetch = fetching;
  }

  async call<N extends RoutedCall>(name: N, request: CliRequest = {}): Promise<ResponseOf<N>> {
    const response = await this.open(name, request);
    return (await jsonOf(response, this.url)) as ResponseOf<N>;
  }

  /** Returns any successful response. */
  open(name: RoutedCall, request: CliRequest = {}): Promise<Response> {
    const [method, path] = ROUTES[name];
    // functions: "$&" in a topic is no pattern
    const filled = path
      .replace("{id}", () => encodeURIComponent(request.id ?? ""))
      .replace("{topic}", () => encodeURIComponent(request.topic ?? ""));
    return this.send(method, filled, request);
  }

  async send(method: string, path: string, request: CliRequest = {}): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const response = await this.#fetchOnce(method, path, request);
      if (response.ok) return response;
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      const mayWait = request.waits && response.status === 429 && seconds <= MAX_WAIT && tries < MAX_TRIES;
      if (!mayWait) throw await failureOf(response, this.url);
      await response.body?.cancel();
      await wait(Math.max(0, seconds) * 1000);
    }
  }

  async #fetchOnce(method: string, path: string, request: CliRequest): Promise<Response> {
    const url = new URL(path, this.url);
    for (const [key, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) for (const each of [value].flat()) url.searchParams.append(key, String(each));
    }
    const isBytes = request.body instanceof Uint8Array;
    return this.#fetch(url, {
      method,
      headers: {
        ...(this.#token !== null && { authorization: `Token ${this.#token}` }),
        ...(request.body !== undefined && !isBytes && { "content-type": "application/json" }),
        ...request.headers,
      },
      ...(request.body !== undefined && {
        body: isBytes ? (request.body as Uint8Array<ArrayBuffer>) : JSON.stringify(request.body),
      }),
      // a redirect would turn a POST into a GET
      redirect: "manual",
      signal: request.signal ?? AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw unreachable(this.url, error);
    });
  }
}

function unreachable(url: string, error: Error): CliError {
  const { cause } = error;
  const why =
    error.name === "TimeoutError"
      ? "it does not answer in time"
      : (cause instanceof Error && (cause.message || (cause as NodeJS.ErrnoException).code)) || error.message;
  return new CliError("away", `${url} cannot be reached (${why}): is it running, and is the address right?`);
}

const EXITS: Record<number, ExitName> = {
  400: "usage",
  401: "refused",
  403: "refused",
  404: "notFound",
  429: "away",
  // published, without a reply in time
  504: "accepted",
};

async function failureOf(response: Response, url: string): Promise<CliError> {
  const { status, headers } = response;
  const location = headers.get("location");
  if (status >= 300 && status < 400 && location !== null) {
    return new CliError("away", `${url} redirects to ${location}: log in again with that address.`);
  }
  const sentence = sentenceOf(await jsonOf(response, url));
  const exit = EXITS[status] ?? (status >= 500 ? "away" : "failed");
  return new CliError(exit, sentence + remedyFor(status, sentence), status);
}

function remedyFor(status: number, sentence: string): string {
  if (status === 401) return ' Run "switchyard login" with a token of Profile → Keys and tokens.';
  if (/lacks the scope/.test(sentence)) {
    return ' Create a token that has it under Profile → Keys and tokens, and run "switchyard login".';
  }
  return "";
}

export async function jsonOf(response: Response, url: string): Promise<unknown> {
  const text = await response.text();
  if (text === "" && response.ok) return null;
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    throw new CliError(
      "away",
      `${url} answers ${response.status}, and not as Switchyard does: is the address right?`,
    );
  }
}

/** Another server's body may have any shape. */
function sentenceOf(body: unknown): string {
  const { detail, errors } = Object(body) as { detail?: unknown; errors?: unknown };
  if (typeof detail === "string") return detail;
  return Object.entries(Object(errors) as Record<string, unknown>)
    .map(([field, sentences]) => {
      const text = [sentences].flat().map(String).join(" ");
      return field === "non_field_errors" ? text : `${field}: ${text}`;
    })
    .join(" ");
}
