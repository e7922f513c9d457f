/** The programs of the two official SDKs before the Worker, and the person who allows what they ask for. */

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect } from "vitest";
import worker from "../../../../worker/development.ts";
import { counter } from "./assistant.ts";
import type { Account } from "./client.ts";
import { oauthWith, RESOURCE } from "./oauth-app.ts";

/** What a program stores. */
export class Store implements OAuthClientProvider {
  /** Of a program that is known by its document, and registers nothing. */
  clientMetadataUrl?: string;
  readonly redirectUrl = "http://127.0.0.1:9000/callback";
  readonly clientMetadata = { client_name: "Claude", redirect_uris: [this.redirectUrl] };
  readonly asked: URL[] = [];
  stored: { client?: unknown; tokens?: unknown; verifier?: string; discovery?: unknown } = {};

  clientInformation = () => this.stored.client as never;
  saveClientInformation(client: unknown) {
    this.stored.client = client;
  }
  tokens = () => this.stored.tokens as never;
  saveTokens(tokens: unknown) {
    this.stored.tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.stored.verifier = verifier;
  }
  codeVerifier = () => this.stored.verifier as string;
  saveDiscoveryState(state: unknown) {
    this.stored.discovery = state;
  }
  discoveryState = () => this.stored.discovery as never;
  redirectToAuthorization = (url: URL) => void this.asked.push(url);

  /** What the server does not take any more, as both SDKs ask of a program. */
  invalidateCredentials(scope: string) {
    if (scope === "all" || scope === "tokens") delete this.stored.tokens;
    if (scope === "all" || scope === "client") delete this.stored.client;
    if (scope === "all") delete this.stored.discovery;
  }
  /** The tokens: a program that is disconnected. */
  forget = () => void delete this.stored.tokens;

  get own() {
    return this.stored.tokens as { access_token: string; refresh_token: string; scope: string };
  }
  get clientId(): string {
    return (this.stored.client as { client_id: string }).client_id;
  }
}

interface Result {
  structuredContent?: unknown;
}

/** A connected program. */
interface Assistant {
  call(name: string, args?: object): Promise<Result>;
  tools(): Promise<readonly { name: string }[]>;
}

interface Connection {
  open(): Promise<Assistant>;
  /** Goes on with the answer that the browser brought. */
  finish(answer: URLSearchParams): Promise<void>;
}

const NAME = { name: "test", version: "1" };

/** The runtime has no `eval`, by which the earlier client would compile the schemas of results. */
const unchecked = { getValidator: () => (data: unknown) => ({ valid: true, data }) } as never;

type Connect = (store: Store, fetch: never) => Connection;

const official =
  (mode: "legacy" | "auto"): Connect =>
  (store, fetch) => {
    const transport = new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider: store, fetch });
    const client = new Client(NAME, { versionNegotiation: { mode } });
    const assistant: Assistant = {
      call: (name, args = {}) => client.callTool({ name, arguments: { ...args } }) as Promise<Result>,
      tools: async () => (await client.listTools()).tools,
    };
    return {
      open: () => client.connect(transport as never).then(() => assistant),
      finish: (answer) => transport.finishAuth(answer),
    };
  };

const earlier: Connect = (store, fetch) => {
  const options = { authProvider: store as never, fetch };
  const transport = new EarlierTransport(new URL(RESOURCE), options);
  const client = new EarlierClient(NAME, { jsonSchemaValidator: unchecked });
  const assistant: Assistant = {
    call: (name, args = {}) => client.callTool({ name, arguments: { ...args } }) as Promise<Result>,
    tools: async () => (await client.listTools()).tools,
  };
  return {
    open: () => client.connect(transport as never).then(() => assistant),
    finish: (answer) => transport.finishAuth(answer.get("code") ?? ""),
  };
};

/** Each SDK with each era of the protocol that it speaks. */
const PROGRAMS = {
  "client 2.4.0, 2026-07-28": official("auto"),
  "client 2.4.0, 2025-11-25": official("legacy"),
  "sdk 1.32.2, 2025-11-25": earlier,
} as const satisfies Record<string, Connect>;
type ProgramName = keyof typeof PROGRAMS;
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as ProgramName[];

/** `overrides`: parts of the Worker's environment. `calls`: the program's requests, as method and path. */
function program(name: ProgramName, overrides: object = {}, store = new Store()) {
  const calls: string[] = [];
  const send = (url: string | URL, init: RequestInit<IncomingRequestCfProperties>) => {
    const request = new Request<unknown, IncomingRequestCfProperties>(url, init);
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    const bindings = { ...env, DB: counter.db, APP_URL: "", ...overrides } as never;
    return worker.fetch(request, bindings, createExecutionContext());
  };
  return { store, calls, begin: () => PROGRAMS[name](store, send as never) };
}

/** The person presses *Allow* on the page that the program has opened last. Returns the parameters of the answer. */
export async function pressAllow(
  person: Account,
  store: Store,
  scopes: readonly string[],
  overrides: Record<string, unknown> = {},
): Promise<URLSearchParams> {
  const query = store.asked.at(-1)?.search.slice(1) ?? "";
  const press = { query, allow: true, scopes, name: "Claude" };
  const { status, body } = await oauthWith(overrides).call("POST /v0/authorize/", press, person.token);
  expect([status, body]).toEqual([200, { redirect: expect.any(String) }]);
  return new URL(body.redirect).searchParams;
}

/** From nothing but the address: the program opens the page, the person allows it, and the program connects. */
export async function connected(
  name: ProgramName,
  person: Account,
  scopes: readonly string[],
  { overrides = {}, document }: { overrides?: Record<string, unknown>; document?: string } = {},
) {
  const { store, calls, begin } = program(name, overrides);
  if (document !== undefined) store.clientMetadataUrl = document;
  const first = begin();
  await expect(first.open()).rejects.toThrow();
  await first.finish(await pressAllow(person, store, scopes, overrides));
  return { store, calls, begin, assistant: await begin().open() };
}
