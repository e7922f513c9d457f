/** The product's own API, called with an operator's key. What goes wrong is said with what to do about it. */

import { existsSync, readFileSync } from "node:fs";
import { Problem } from "../problem.ts";

export interface Operator {
  get<Answer>(path: string, query?: Record<string, string | number | undefined>): Promise<Answer>;
  send<Answer>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer>;
}

export interface Access {
  /** Where the product is. */
  url: string;
  key: string;
}

/** Milliseconds: longer than the API takes for anything. */
const PATIENCE = 40_000;

export function operatorAt({ url, key }: Access, request: typeof fetch = fetch): Operator {
  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await request(new URL(`/v0/operator/${path}`, url), {
      ...{ method, headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE) },
      ...sent,
    }).catch((error: unknown) => {
      throw new Problem(`${url} does not answer (${reasonOf(error)}). Is it running? --url says where else.`);
    });
    const text = await response.text();
    if (!response.ok) throw refused(response.status, text, url);
    return (text === "" ? undefined : answerIn(text, url)) as Answer;
  }
  return {
    get: (path, query = {}) => {
      const said = Object.entries(query).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const search = new URLSearchParams(said).toString();
      return call("GET", search === "" ? path : `${path}?${search}`);
    },
    send: call,
  };
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
};

function answerIn(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(`${url} answers, and is not Switchyard: --url says where it is.`);
  }
}

/** The first of its sentences. */
function refused(status: number, text: string, url: string): Problem {
  const said = sentenceIn(text);
  if (status === 401) return new Problem(`${url} does not take this key: ${said} --key-file names another.`);
  if (status === 404 && said === "Not found.")
    return new Problem(
      `${url} knows no such thing. If it is all that it says, no OPERATOR_KEYS are set there: "npx wrangler secret put OPERATOR_KEYS".`,
    );
  return new Problem(`${url} answers ${status}: ${said}`);
}

function sentenceIn(text: string): string {
  try {
    const { detail, errors } = JSON.parse(text) as { detail?: string; errors?: Record<string, string[]> };
    const fields = Object.entries(errors ?? {}).map(([name, sentences]) => `${name}: ${sentences.join(" ")}`);
    return detail ?? fields.join(" ");
  } catch {
    return text.slice(0, 200);
  }
}

/** A key by itself, or as a line of variables has it; the first where there are several. */
export function keyIn(file: string): string {
  if (!existsSync(file))
    throw new Problem(`There is no ${file}: --key-file says where the operator's key is.`);
  const text = readFileSync(file, "utf8");
  const line =
    /^OPERATOR_KEYS=(.*)$/m.exec(text)?.[1] ?? (text.includes("=\n") || !/\n./.test(text.trim()) ? text : "");
  return keyOf(line, `in ${file}`);
}

/** As `OPERATOR_KEYS` lists them, a name before each that has one. */
export function keyOf(said: string, where: string): string {
  const key = /^(?:[\w-]+:)?([A-Za-z0-9+/]{43}=)$/.exec(said.split(",")[0]?.trim() ?? "")?.[1];
  if (key === undefined)
    throw new Problem(`There is no operator's key ${where}: it is 44 characters of base64.`);
  return key;
}
