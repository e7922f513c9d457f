/**
 * The public conformance suite of the Model Context Protocol: its scenarios for servers that offer tools alone, and those
 * for authorization servers. https://github.com/modelcontextprotocol/conformance
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { newAccount } from "../support/account.ts";
import { freePort } from "../support/product-process.ts";
import { startProgram } from "../support/program-process.ts";
import { until } from "../support/until.ts";

const base = inject("baseUrl");
const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
const SCOPES = ["devices:read", "values:read", "events:read", "devices:switch", "messages:publish:#"];

interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

/** What a scenario asks of abilities that the server does not declare, or of a tool that only a test server has. */
const OF_OTHERS = {
  caching: [
    "sep-2549-prompts-list-caching-hints",
    "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
  ],
  "server-stateless": [
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream",
    "sep-2575-server-no-log-without-loglevel",
  ],
} as const satisfies Record<string, readonly string[]>;

const SCENARIOS = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"],
  "2026-07-28": [
    "server-stateless",
    "caching",
    "tools-list",
    "http-header-validation",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
  ],
};
const APPLYING = Object.entries(SCENARIOS).flatMap(([revision, all]) =>
  all.map((scenario) => [revision, scenario] as const),
);

/** The suite sends no login: each request gets the account's token on its way. Returns the address of `/mcp`. */
async function loggedIn(): Promise<string> {
  const account = await newAccount(base);
  await account.newKey();
  const body = { name: "suite", scopes: SCOPES };
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", body);
  const { hostname, port, host } = new URL(base);
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const own = incoming.headers.host === `127.0.0.1:${portOf()}`;
    const headers = { ...incoming.headers, ...(own && { host }), authorization: `Bearer ${token}` };
    const passed = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  const portOf = () => (server.address() as AddressInfo).port;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf()}/mcp`;
}

/** Starts a command of the suite. `checks`: what it has written about a scenario when it has ended. */
function suite(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-mcp-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = startProgram(process.execPath, [SUITE, ...args, "--output-dir", folder], {});
  const checks = (scenario: string): Check[] => {
    const name = readdirSync(folder).find((each) => each.includes(scenario));
    if (name === undefined) throw new Error(`${program.ended.out} ${program.ended.err}`);
    return JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"));
  };
  return { ...program, checks };
}

const failed = (checks: readonly Check[], others: readonly string[] = []): Check[] =>
  checks.filter(({ id, status }) => status === "FAILURE" && !others.includes(id));

test.each(APPLYING)("revision %s: %s", async (revision, scenario) => {
  const address = await loggedIn();
  const run = suite("server", "--url", address, "--scenario", scenario, "--spec-version", revision);
  await run.end;
  const checks = run.checks(scenario);
  expect(failed(checks, OF_OTHERS[scenario as keyof typeof OF_OTHERS])).toEqual([]);
  expect(checks.map(({ status }) => status)).toContain("SUCCESS");
});

/** The redirect address of a client, at which the suite listens. */
const redirect = (port: number): string => `http://127.0.0.1:${port}/callback`;

async function newClient(port: number): Promise<string> {
  const body = JSON.stringify({ client_name: "Suite", redirect_uris: [redirect(port)] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${base}/oauth/register`, { method: "POST", headers, body });
  return ((await response.json()) as { client_id: string }).client_id;
}

test("the authorization server gives a code to a person's press, and tokens for it", async () => {
  const account = await newAccount(base);
  const port = await freePort();
  const client = await newClient(port);
  const of = ["--url", base, "--client-id", client, "--resource", `${base}/mcp`, "--port", String(port)];
  const run = suite("authorization", ...of);
  const asked = () => /\S+\/authorize\?(\S+)/.exec(run.ended.out)?.[1];
  await until("the suite asks the person", () => asked() !== undefined && run.ended.out.includes("started"));
  const press = { query: asked(), allow: true, scopes: ["devices:read"], name: "Suite" };
  const answer = await account.call<{ redirect: string }>("POST", "/v0/authorize/", press);
  await fetch(answer.redirect);
  await run.end;
  for (const scenario of ["metadata-endpoint", "code-grant"]) {
    const checks = run.checks(scenario);
    expect(failed(checks)).toEqual([]);
    expect(checks.map(({ status }) => status)).toContain("SUCCESS");
  }
});
