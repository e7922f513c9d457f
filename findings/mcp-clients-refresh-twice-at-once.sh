#!/bin/sh
# @modelcontextprotocol/client 2.4.0 and @modelcontextprotocol/sdk 1.32.2 (npm): two calls of a tool at the same moment,
# after the access token has ended.
# Guess: the client refreshes once, and both calls go on with the new token.
# Each call refreshes by itself, with the same refresh token. A server that rotates refresh tokens and takes a second use
# for theft (RFC 9700, 4.14.2) ends the login of each program that makes two calls at once when its hour is over.
#
# Output seen (refresh tokens in the order in which the token endpoint got them):
#   sdk 1.32.2: r0 r0
#   client 2.4.0: r0 r0
set -eu
expected='sdk 1.32.2: r0 r0
client 2.4.0: r0 r0'
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

let used = [];
let isOver = false;
const server = createServer(async (request, response) => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  let body = "";
  for await (const chunk of request) body += chunk;
  const json = (status, value, headers = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  const path = request.url;
  if (path.startsWith("/.well-known/oauth-protected-resource")) {
    return json(200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
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
    used.push(new URLSearchParams(body).get("refresh_token"));
    // as long as any network: the other call is on its way, too
    setTimeout(() => {
      json(200, { access_token: "a1", token_type: "Bearer", refresh_token: "r1" });
    }, 200);
    return;
  }
  if (request.method !== "POST") return json(405, {});
  const { id, method } = JSON.parse(body);
  if (id === undefined) return response.writeHead(202).end();
  if (isOver && request.headers.authorization === "Bearer a0") {
    const challenge = `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    return json(401, {}, { "www-authenticate": challenge });
  }
  if (method === "initialize") {
    const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } };
    return json(200, { jsonrpc: "2.0", id, result });
  }
  if (method === "tools/call") return json(200, { jsonrpc: "2.0", id, result: { content: [] } });
  json(200, { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = new URL(`http://127.0.0.1:${server.address().port}/mcp`);

const seen = async (name, Client, Transport) => {
  used = [];
  isOver = false;
  let tokens = { access_token: "a0", token_type: "Bearer", refresh_token: "r0" };
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
    redirectToAuthorization() {},
  };
  const client = new Client({ name: "c", version: "1" });
  await client.connect(new Transport(url, { authProvider }));
  isOver = true;
  const call = () => client.callTool({ name: "read", arguments: {} });
  await Promise.all([call(), call()]);
  console.log(`${name}: ${used.join(" ")}`);
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
