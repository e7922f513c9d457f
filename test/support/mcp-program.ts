/** The official client of an assistant before the running product: its requests, its store, and the person who allows it. */

import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { Account } from "./account.ts";

/** By the revision that it speaks. */
const MODES = { "2025-11-25": "legacy", "2026-07-28": "auto" } as const;
type Revision = keyof typeof MODES;
export const REVISIONS = Object.keys(MODES) as Revision[];

interface Exchange {
  method: string;
  path: string;
  headers: Headers;
  form: URLSearchParams;
  response: Response;
}

interface Tokens {
  access_token: string;
  refresh_token?: string;
  scope?: string;
}

/** Changes what the client sees of the server, as a server that offers less would. */
export type Distortion = (path: string, response: Response) => Response | Promise<Response>;

export const without = (header: string): Distortion => {
  return (_, response) => {
    const headers = new Headers(response.headers);
    headers.delete(header);
    const { status } = response;
    return new Response(status === 202 ? null : response.body, { status, headers });
  };
};
export const missing =
  (...paths: string[]): Distortion =>
  (path, response) =>
    paths.includes(path) ? new Response(null, { status: 404 }) : response;
/** Each after the other. */
export const all =
  (...distortions: Distortion[]): Distortion =>
  async (path, response) => {
    let seen = response;
    for (const distort of distortions) seen = await distort(path, seen);
    return seen;
  };
export const withoutField =
  (field: string): Distortion =>
  async (path, response) => {
    if (!path.startsWith("/.well-known/")) return response;
    const { [field]: _, ...rest } = (await response.json()) as Record<string, unknown>;
    return Response.json(rest);
  };

class Store implements OAuthClientProvider {
  readonly redirectUrl = "http://127.0.0.1:9000/callback";
  clientMetadataUrl?: string;
  clientMetadata: { client_name: string; redirect_uris: string[]; [more: string]: unknown } = {
    client_name: "Walker",
    redirect_uris: [this.redirectUrl],
  };
  client: unknown;
  own: Tokens | undefined;
  /** The pages that it opened. */
  readonly asked: URL[] = [];
  #verifier = "";
  #discovery: unknown;

  clientInformation = () => this.client as never;
  saveClientInformation(client: unknown) {
    this.client = client;
  }
  tokens = () => this.own as never;
  saveTokens(tokens: unknown) {
    this.own = tokens as Tokens;
  }
  codeVerifier = () => this.#verifier;
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  discoveryState = () => this.#discovery as never;
  saveDiscoveryState(state: unknown) {
    this.#discovery = state;
  }
  redirectToAuthorization = (url: URL) => void this.asked.push(url);
}

export class Walker {
  readonly store = new Store();
  readonly exchanges: Exchange[] = [];
  readonly #address: URL;
  readonly #revision: Revision;
  readonly #account: Account;
  readonly #distort: Distortion;

  constructor(address: string, revision: Revision, account: Account, distort: Distortion = (_, as) => as) {
    this.#address = new URL(address);
    this.#revision = revision;
    this.#account = account;
    this.#distort = distort;
  }

  readonly #fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname: path } = new URL(url);
    const response = await this.#distort(path, await fetch(url, init));
    const form = init.body instanceof URLSearchParams ? init.body : new URLSearchParams();
    const headers = new Headers(init.headers);
    this.exchanges.push({ method: init.method ?? "GET", path, headers, form, response: response.clone() });
    return response;
  };

  #transport() {
    const options = { authProvider: this.store, fetch: this.#fetch };
    return new StreamableHTTPClientTransport(this.#address, options);
  }

  /** Registers the program by hand. Returns its id. */
  async register(): Promise<string> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(this.store.clientMetadata);
    const url = new URL("/oauth/register", this.#address);
    const { client_id } = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
      client_id: string;
    };
    return client_id;
  }

  /** A copy of the program refreshes: this one has the new refresh token, and an access token that is no more. */
  async refreshElsewhere(): Promise<void> {
    const { own, client } = this.store;
    const { client_id } = client as { client_id: string };
    const form = { grant_type: "refresh_token", refresh_token: own?.refresh_token ?? "", client_id };
    const body = new URLSearchParams(form);
    const response = await fetch(new URL("/oauth/token", this.#address), { method: "POST", body });
    const next = (await response.json()) as Tokens;
    this.store.own = { ...(own as Tokens), ...(next.refresh_token && { refresh_token: next.refresh_token }) };
  }

  async open(): Promise<Client> {
    const versionNegotiation = { mode: MODES[this.#revision] };
    const client = new Client({ name: "walker", version: "1" }, { versionNegotiation });
    await client.connect(this.#transport());
    return client;
  }

  /** The person's answer on the page that was opened last. Returns the parameters of the answer. */
  async press(scopes: readonly string[], allow = true): Promise<URLSearchParams> {
    const query = this.store.asked.at(-1)?.search.slice(1) ?? "";
    const answer = { query, allow, scopes, name: String(this.store.clientMetadata.client_name) };
    const { redirect } = await this.#account.call<{ redirect: string }>("POST", "/v0/authorize/", answer);
    return new URL(redirect).searchParams;
  }

  finish = (answer: URLSearchParams): Promise<void> => this.#transport().finishAuth(answer);

  /** From nothing but the address to a connection. */
  async connect(scopes: readonly string[]): Promise<Client> {
    await this.open().catch(() => {});
    await this.finish(await this.press(scopes));
    return this.open();
  }

  calls = (): string[] => this.exchanges.map(({ method, path }) => `${method} ${path}`);
  to = (path: string): Exchange[] => this.exchanges.filter((each) => each.path === path);
  /** A parameter of the page that was opened last. */
  asks = (name: string): string | null => this.store.asked.at(-1)?.searchParams.get(name) ?? null;
}
