/** Messages over HTTP as people and boards send them: curl, and requests written by other programs, byte for byte. */

import { execFile } from "node:child_process";
import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, inject, it, onTestFinished } from "vitest";
import { newAccount } from "../support/account.ts";
import { mosquittoSub } from "../support/mosquitto.ts";

const baseUrl = inject("baseUrl");
const run = promisify(execFile);

async function house() {
  const account = await newAccount(baseUrl);
  const body = { name: "script", scopes: ["messages:publish:lamp/#", "messages:read:lamp/#"] };
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", body);
  const subscribe = async (count: number) => {
    const login = { clientId: "sub", username: "any", password: token };
    const more = ["-C", String(count), "-F", "%t %q %r %p"];
    const place = { port: inject("tcpPort"), version: 5, login, topic: "lamp/#", more } as const;
    const reader = mosquittoSub(place);
    onTestFinished(reader.kill);
    await reader.subscribed;
    return reader;
  };
  const curl = async (path: string, ...more: string[]) => {
    const header = ["-H", `Authorization: Bearer ${token}`];
    const { stdout } = await run("curl", ["-s", ...header, "-w", "\n%{http_code}", ...more, baseUrl + path]);
    const at = stdout.lastIndexOf("\n");
    return { status: Number(stdout.slice(at + 1)), text: stdout.slice(0, at) };
  };
  return { token, subscribe, curl };
}

it("curl -d is seen by mosquitto_sub, which acknowledges it; what is retained is printed as it was", async () => {
  const { curl, subscribe } = await house();
  const reader = await subscribe(2);
  const sent = await curl("/v0/messages/lamp/set?qos=1&wait=10", "-d", "on");
  expect([sent.status, JSON.parse(sent.text)]).toEqual([
    200,
    { topic: "lamp/set", readers: 1, acknowledged: 1, waiting: 0 },
  ]);
  await curl("/v0/messages/lamp/state?retain=true", "-d", "50 %");
  expect((await reader.answer).said).toMatch(/^lamp\/set 1 0 on$[\s\S]*^lamp\/state 0 0 50 %$/m);
  expect(await curl("/v0/messages/lamp/state")).toEqual({ status: 200, text: "50 %" });
  expect((await curl("/v0/messages/lamp/state", "-X", "DELETE")).status).toBe(204);
  expect((await curl("/v0/messages/lamp/state")).status).toBe(404);
});

it("a path that curl does not normalise reaches nothing else", async () => {
  const { curl } = await house();
  const asIs = (path: string) => curl(path, "--path-as-is", "-d", "x");
  expect((await asIs("/v0/messages/lamp/../lamp/set")).status).toBe(202);
  expect((await asIs("/v0/messages/lamp/../other")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/%2e%2e/other")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/../../tokens/")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/%00")).status).toBe(400);
  expect((await asIs(`/v0/messages/lamp/${"x".repeat(600)}`)).status).toBe(400);
});

/** What a program writes to a socket; the answer's first line and body. */
async function answerTo(...requests: string[]): Promise<string[]> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const answers: string[] = [];
  for (const request of requests) {
    socket.write(request.replaceAll("\n", "\r\n"));
    let text = "";
    // a whole JSON body, or the end of one that is compressed
    while (!/\r\n\r\n[\s\S]*(\}|\r\n0\r\n\r\n$)/.test(text)) {
      text += await new Promise<string>((resolve, reject) => {
        socket.once("data", (bytes) => resolve(String(bytes)));
        socket.once("close", () => reject(new Error(`The connection ended after: ${text}`)));
      });
    }
    answers.push(text);
  }
  return answers;
}

// HTTPClient.cpp of arduino-esp32, sendHeader(): POST("on") twice on one connection
it("an ESP32's HTTPClient publishes", async () => {
  const { token, subscribe } = await house();
  const reader = await subscribe(2);
  const request = (payload: string) => `POST /v0/messages/lamp/set HTTP/1.1
Host: ${new URL(baseUrl).host}
User-Agent: ESP32HTTPClient
Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0
Connection: keep-alive
Authorization: Bearer ${token}
Content-Length: ${payload.length}

${payload}`;
  for (const answer of await answerTo(request("on"), request("off")))
    expect(answer).toMatch(/^HTTP\/1.1 202 /);
  expect((await reader.answer).said).toMatch(/^lamp\/set 0 0 on$[\s\S]*^lamp\/set 0 0 off$/m);
});

// homeassistant/components/rest_command: aiohttp's headers, the service's payload and content_type
it("Home Assistant's rest_command publishes", async () => {
  const { token, subscribe } = await house();
  const reader = await subscribe(1);
  const payload = '{"state": "on"}';
  const [answer] = await answerTo(`POST /v0/messages/lamp/set?qos=1&wait=5 HTTP/1.1
Host: ${new URL(baseUrl).host}
authorization: Bearer ${token}
content-type: application/json; charset=utf-8
Accept: */*
Accept-Encoding: gzip, deflate
User-Agent: Python/3.13 aiohttp/3.11.11
Content-Length: ${payload.length}

${payload}`);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect((await reader.answer).said).toContain(`lamp/set 1 0 ${payload}`);
});
