#!/bin/sh
# @modelcontextprotocol/sdk 1.32.2 (npm): a call that is answered 403 with `insufficient_scope` and the missing scope
# (RFC 6750, 3.1), where the program has a refresh token.
# Guess: the client opens the authorization page for more scopes ("step-up"), as @modelcontextprotocol/client 2.4.0 does.
# It refreshes its token instead, which by RFC 6749, 6 can never give more scopes, calls again, and fails. The page is
# never opened, so a server that a person has to ask must say in its error what to do.
#
# Output seen (calls of the token endpoint, then pages that were opened):
#   sdk 1.32.2: refresh_token; opened 0
#   client 2.4.0: none; opened 1
set -eu
expected='sdk 1.32.2: refresh_token; opened 0
client 2.4.0: none; opened 1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 >/dev/null
cat >check.mjs <<'JS'
import { createServer } from "node:http";
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

let grants = [];
const server = createServer(async (request, response) => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  let body = "";
  for await (const chunk of request) body += chunk;
  const json = (status, value, headers = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  const path = request.url;
  if (path.startsWith("/.well-known/oauth-protected-resource")) {
    return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ["read", "write"] });
  }
  if (path.startsWith("/.well-known/oauth-authorization-server")) {
    return json(200, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
  }
  if (path === "/token") {
    grants.push(new URLSearchParams(body).get("grant_type"));
    return json(200, { access_token: "b", token_type: "Bearer", refresh_token: "r2", scope: "read" });
  }
  if (request.method !== "POST") return json(405, {});
  const { id, method } = JSON.parse(body);
  if (id === undefined) return response.writeHead(202).end();
  if (method === "initialize") {
    const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
    return json(200, { jsonrpc: "2.0", id, result });
  }
  if (method !== "tools/call") return json(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
  const challenge = `Bearer error="insufficient_scope", scope="read write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  return json(403, { jsonrpc: "2.0", id, error: { code: -32000, message: "lacks write" } }, { "www-authenticate": challenge });
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = new URL(`http://127.0.0.1:${server.address().port}/mcp`);

const seen = async (name, Client, Transport) => {
  grants = [];
  let opened = 0;
  let tokens = { access_token: "a", token_type: "Bearer", refresh_token: "r", scope: "read" };
  const authProvider = {
    redirectUrl: "http://127.0.0.1:1/callback",
    clientMetadata: { client_name: "c", redirect_uris: ["http://127.0.0.1:1/callback"] },
    clientInformation: () => ({ client_id: "c" }),
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    saveCodeVerifier() {},
    codeVerifier: () => "v",
    redirectToAuthorization() {
      opened += 1;
    },
  };
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new Transport(url, { authProvider }));
  await client.callTool({ name: "write", arguments: {} }).catch(() => {});
  console.log(`${name}: ${grants.join(" ") || "none"}; opened ${opened}`);
  await client.close();
};
await seen("sdk 1.32.2", OldClient, OldTransport);
await seen("client 2.4.0", NewClient, NewTransport);
server.close();
process.exit(0);
JS
seen=$(node check.mjs)
printf '%s\n' "$seen"
test "$seen" = "$expected"
