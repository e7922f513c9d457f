/** A client of the operator's calls, and what each command of an operator is. */

import { existsSync, readFileSync } from "node:fs";
import { CliError } from "../cli-error.ts";

export interface OperatorClient {
  get<Answer>(path: string, query?: Record<string, string | number | undefined>): Promise<Answer>;
  send<Answer>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer>;
}

export interface CommandInput {
  operator: OperatorClient;
  /** Positional arguments after the command's name. */
  words: string[];
  options: Readonly<Record<string, string>>;
  /** A deployed product, not the local one. */
  isRemote: boolean;
  /** `.dev.vars` of this machine. */
  file: string;
}

export interface CommandOutput {
  data: unknown;
  text: string;
  failed?: boolean;
}

export interface AdminCommand {
  /** Names of its positional arguments, such as `who`. */
  words: readonly string[];
  options: Readonly<Record<string, string>>;
  summary: string;
  run(input: CommandInput): Promise<CommandOutput>;
}

interface ApiAccess {
  url: string;
  key: string;
}

/** Longer than any call of the API takes. */
const TIMEOUT_MS = 40_000;

export function operatorClient({ url, key }: ApiAccess, request: typeof fetch = fetch): OperatorClient {
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await request(new URL(`/v0/operator/${path}`, url), {
      method,
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...payload,
    }).catch((error: unknown) => {
      throw new CliError(
        "away",
        `${url} does not answer (${reasonOf(error)}). Is it running? Give another address by --url.`,
      );
    });
    const text = await response.text();
    if (!response.ok) throw refusalError(response.status, text, url);
    return (text === "" ? undefined : parseAnswer(text, url)) as Answer;
  }
  return {
    get: (path, query = {}) => {
      const pairs = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const search = new URLSearchParams(pairs).toString();
      return call("GET", search === "" ? path : `${path}?${search}`);
    },
    send: call,
  };
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

function parseAnswer(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError("failed", `${url} answers, but is not Switchyard: give its address by --url.`);
  }
}

function refusalError(status: number, text: string, url: string): CliError {
  const message = messageIn(text);
  if (status === 401)
    return new CliError("refused", `${url} does not accept this key: ${message} --key-file names another.`);
  if (status === 404 && message === "Not found.")
    return new CliError(
      "notFound",
      `${url} did not find this. If every command fails like this, it has no OPERATOR_KEYS: "npx wrangler secret put OPERATOR_KEYS".`,
    );
  return new CliError("failed", `${url} answered ${status}: ${message}`);
}

function messageIn(text: string): string {
  try {
    const read: unknown = JSON.parse(text);
    const { detail, errors } = Object(read) as Record<string, unknown>;
    const fields = Object.entries(Object(errors)).map(
      ([name, texts]) => `${name}: ${[texts].flat().join(" ")}`,
    );
    return typeof detail === "string" ? detail : fields.join(" ");
  } catch {
    return text.slice(0, 200);
  }
}

/** Returns the first key in a file: alone, or in a line OPERATOR_KEYS=…. */
export function keyInFile(file: string): string {
  if (!existsSync(file))
    throw new CliError(
      "refused",
      `There is no ${file}: give the file with the operator's key by --key-file.`,
    );
  const text = readFileSync(file, "utf8");
  const line =
    /^OPERATOR_KEYS=(.*)$/m.exec(text)?.[1] ?? (text.includes("=\n") || !/\n./.test(text.trim()) ? text : "");
  return firstKey(line, `in ${file}`);
}

/** Returns the first key of a list, without its name. `where` is for the error. */
export function firstKey(list: string, where: string): string {
  const key = /^(?:[\w-]+:)?([A-Za-z0-9+/]{43}=)$/.exec(list.split(",")[0]?.trim() ?? "")?.[1];
  if (key === undefined)
    throw new CliError("refused", `There is no operator's key ${where}: it is 44 characters of base64.`);
  return key;
}
