/** Calls the API as a program does, with parts of the environment replaced on request. */

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { PASSWORD } from "../../../support/golden/world.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the test is about
  body: any;
  headers: Headers;
}

interface Options {
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The host of the request. */
  host?: string;
}

export type Call = (line: string, body?: unknown, options?: Options) => Promise<Answer>;

/** The local provider writes two files for each e-mail. The development page shows what the outbox has. */
const MAIL = { send: async () => ({ messageId: "" }) };

export function apiWith(overrides: Partial<Record<keyof Env | string, unknown>> = {}): Call {
  const environment = { ...env, MAIL, ...overrides } as Env;
  return async (line, body, options = {}) => {
    const [method = "GET", path = "/"] = line.split(" ");
    const headers = new Headers(options.headers);
    if (options.token !== undefined) headers.set("Authorization", `Token ${options.token}`);
    const init: RequestInit<IncomingRequestCfProperties> = { method, headers };
    if (body instanceof Blob) init.body = body;
    else if (body !== undefined) {
      if (!headers.has("Content-Type")) headers.set("Content-Type", "application/json");
      init.body = JSON.stringify(body);
    }
    const context = createExecutionContext();
    const { host = "api.test" } = options;
    const response = await worker.fetch(
      new Request<unknown, IncomingRequestCfProperties>(`http://${host}${path}`, init),
      environment,
      context,
    );
    const text = await response.text();
    await waitOnExecutionContext(context);
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return {
      status: response.status,
      body: text === "" ? undefined : isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  };
}

export const api = apiWith();

let count = 0;

export interface Account {
  id: string;
  email: string;
  token: string;
  call: (line: string, body?: unknown) => Promise<Answer>;
}

export async function newAccount(through: Call = api): Promise<Account> {
  count += 1;
  const email = `person-${count}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { status, body } = await through("POST /v0/register/", { email, password: PASSWORD });
  if (status !== 201) throw new Error(`register answered ${status}`);
  const { token, user } = body.data;
  return accountOf({ id: user.id, email, token }, through);
}

export const accountOf = (account: Omit<Account, "call">, through: Call = api): Account => ({
  ...account,
  call: (line, body) => through(line, body, { token: account.token }),
});

/** Runs a statement that returns no rows. */
export const run = (sql: string, ...params: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...params)
    .run();

export const rows = async <Row = Record<string, unknown>>(
  sql: string,
  ...params: unknown[]
): Promise<Row[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...params)
      .all<Row>()
  ).results;
