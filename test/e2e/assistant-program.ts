/** A program of an assistant on this computer: what it stores, where it waits for the browser, and its document. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { baseUrl, certificateFolder } from "./journey.ts";

const mcp = () => new URL(`${baseUrl()}/mcp`);
export const NAME = "Desk assistant";

interface Stored {
  client?: { client_id: string };
  tokens?: { access_token: string; refresh_token: string };
  verifier?: string;
  discovery?: unknown;
}

/** It tells the window that opened it, as an assistant on the web does. */
const DONE =
  '<!doctype html><title>Done</title>You can close this window.<script>opener?.postMessage(location.search, "*")</script>';

export class Program implements OAuthClientProvider {
  readonly redirectUrl: string;
  /** The addresses that it opened in the browser. */
  readonly opened: URL[] = [];
  stored: Stored = {};
  clientMetadataUrl?: string;
  readonly #servers: Server[];
  #next = Promise.withResolvers<URLSearchParams>();

  private constructor(server: Server) {
    this.#servers = [server];
    this.redirectUrl = `http://127.0.0.1:${portOf(server)}/callback`;
    server.on("request", ({ url = "" }: IncomingMessage, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
      if (pathname === "/callback") this.#next.resolve(searchParams);
      response.writeHead(200, { "content-type": "text/html" }).end(DONE);
    });
  }

  static async start(): Promise<Program> {
    return new Program(await listening(createServer()));
  }

  /** A program that registers nothing: its document is at an https address, whose certificate the product trusts. */
  static async withDocument(): Promise<Program> {
    const program = await Program.start();
    const file = (name: string) => readFileSync(join(certificateFolder(), name));
    const server = createTlsServer({ cert: file("certificate.pem"), key: file("key.pem") });
    await listening(server);
    const address = `https://localhost:${portOf(server)}/oauth/client.json`;
    const body = JSON.stringify({ client_id: address, ...program.clientMetadata });
    server.on("request", (_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    program.#servers.push(server);
    program.clientMetadataUrl = address;
    return program;
  }

  get clientMetadata() {
    return { client_name: NAME, redirect_uris: [this.redirectUrl] };
  }
  state = () => "1e3";
  clientInformation = () => this.stored.client as never;
  saveClientInformation(client: unknown) {
    this.stored.client = client as NonNullable<Stored["client"]>;
  }
  tokens = () => this.stored.tokens as never;
  saveTokens(tokens: unknown) {
    this.stored.tokens = tokens as NonNullable<Stored["tokens"]>;
  }
  codeVerifier = () => this.stored.verifier as string;
  saveCodeVerifier(verifier: string) {
    this.stored.verifier = verifier;
  }
  discoveryState = () => this.stored.discovery as never;
  saveDiscoveryState(state: unknown) {
    this.stored.discovery = state;
  }
  redirectToAuthorization(url: URL) {
    this.opened.push(url);
  }

  /** The next answer that the browser brings. */
  async answer(): Promise<URLSearchParams> {
    const answer = await this.#next.promise;
    this.#next = Promise.withResolvers();
    return answer;
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }
}

async function listening<S extends Server>(server: S): Promise<S> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export interface Assistant {
  call(name: string, args?: object): Promise<Result>;
}

interface Result {
  structuredContent?: unknown;
}

interface Connection {
  open(): Promise<Assistant>;
  finish(answer: URLSearchParams): Promise<void>;
}

export type Connect = (program: Program) => Connection;

const CLIENT = { name: "test", version: "1" };

const official =
  (mode: "legacy" | "auto") =>
  (program: Program): Connection => {
    const transport = new StreamableHTTPClientTransport(mcp(), { authProvider: program });
    const client = new Client(CLIENT, { versionNegotiation: { mode } });
    const call: Assistant["call"] = (name, args = {}) => client.callTool({ name, arguments: { ...args } });
    return {
      open: () => client.connect(transport).then(() => ({ call })),
      finish: (answer) => transport.finishAuth(answer),
    };
  };

function earlier(program: Program): Connection {
  const transport = new EarlierTransport(mcp(), { authProvider: program as never });
  const client = new EarlierClient(CLIENT);
  const call: Assistant["call"] = (name, args = {}) =>
    client.callTool({ name, arguments: { ...args } }) as Promise<Result>;
  return {
    open: () => client.connect(transport as never).then(() => ({ call })),
    finish: (answer) => transport.finishAuth(answer.get("code") ?? ""),
  };
}

/** Each SDK with each era of the protocol that it speaks. */
export const CONNECTIONS = {
  "client 2.4.0, 2026-07-28": official("auto"),
  "client 2.4.0, 2025-11-25": official("legacy"),
  "sdk 1.32.2, 2025-11-25": earlier,
} as const satisfies Record<string, Connect>;
