/** Messages over HTTP with curl. Other programs: `http-programs.test.ts`. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { connectAsync } from "mqtt";
import { expect, inject, it, onTestFinished } from "vitest";
import { newAccount } from "../support/account.ts";
import { mosquittoSub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";

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
  const device = async (clientId: string, protocolVersion: 4 | 5) => {
    const options = { clientId, username: "any", password: token, protocolVersion, reconnectPeriod: 0 };
    const client = await connectAsync(`mqtt://127.0.0.1:${inject("tcpPort")}`, options);
    onTestFinished(() => client.endAsync(true));
    return client;
  };
  return { token, subscribe, curl, device };
}

it("curl -d reaches mosquitto_sub, which acknowledges it; a retained message is printed unchanged", async () => {
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

it("a Shelly's RPC answers curl (shelly-api-docs.shelly.cloud, RPC channels: MQTT)", async () => {
  const { curl, device } = await house();
  const shelly = await device("lamp", 4);
  await shelly.subscribeAsync("lamp/rpc");
  shelly.on("message", (_, payload) => {
    const { id, src } = JSON.parse(payload.toString());
    const response = { id, src: "lamp", dst: src, result: { was_on: false } };
    shelly.publish(`${src}/rpc`, JSON.stringify(response));
  });
  const frame = { id: 123, src: "lamp/caller", method: "Switch.Set", params: { id: 0, on: true } };
  const path = "/v0/messages/lamp/rpc?reply=10&reply_topic=lamp/caller/rpc";
  const { status, text } = await curl(path, "-d", JSON.stringify(frame));
  expect([status, JSON.parse(text).result]).toEqual([200, { was_on: false }]);
});

it("a responder of MQTT 5 answers curl on the Response Topic, with its correlation data", async () => {
  const { curl, device } = await house();
  const responder = await device("responder", 5);
  await responder.subscribeAsync("lamp/ask", { qos: 1 });
  responder.on("message", (_topic, payload, { properties }) => {
    const { responseTopic = "", correlationData } = properties ?? {};
    const answer = { contentType: "text/plain", ...(correlationData && { correlationData }) };
    responder.publish(responseTopic, `${payload}!`, { qos: 1, properties: answer });
  });
  const request = ["-d", "who", "-o", "-", "-D", "-"];
  const { status, text } = await curl("/v0/messages/lamp/ask?qos=1&reply=10", ...request);
  expect(status).toBe(200);
  expect(text).toMatch(/^content-type: text\/plain\r$[\s\S]*^who!$/im);
  await responder.unsubscribeAsync("lamp/ask");
  const nobody = await curl("/v0/messages/lamp/ask?reply=10", "-d", "who");
  expect([nobody.status, JSON.parse(nobody.text)]).toMatchObject([504, { readers: 0, acknowledged: 0 }]);
});

it("callers that hang up while they wait leave their places to the next one", async () => {
  const { token, device } = await house();
  const responder = await device("responder", 5);
  await responder.subscribeAsync("lamp/ask");
  const asked: string[] = [];
  responder.on("message", (_topic, payload, { properties }) => {
    asked.push(payload.toString());
    if (payload.toString() === "last") responder.publish(properties?.responseTopic ?? "", "here");
  });
  const callers = new AbortController();
  const ask = (body: string, signal?: AbortSignal) =>
    fetch(`${baseUrl}/v0/messages/lamp/ask?reply=10`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body,
      ...(signal && { signal }),
    });
  let isOver = false;
  const patient = ask("patient").then(({ status }) => {
    isOver = true;
    return status;
  });
  await until("its request", async () => asked.length === 1);
  const gone = Array.from({ length: 19 }, (_, n) => ask(`${n}`, callers.signal).catch(() => null));
  await until("twenty requests", async () => asked.length === 20);
  expect((await ask("beyond")).status).toBe(429);
  callers.abort();
  expect(await Promise.all(gone)).toEqual(Array.from({ length: 19 }, () => null));
  const last = await until("a free place", async () => {
    const response = await ask("last");
    return response.status === 429 ? null : response;
  });
  expect([last.status, await last.text()]).toEqual([200, "here"]);
  // the waits of the others were not over by themselves: this one began before them
  expect(isOver).toBe(false);
  expect(await patient).toBe(504);
});

it("a path that curl does not normalise reaches no other resource", async () => {
  const { curl } = await house();
  const asIs = (path: string) => curl(path, "--path-as-is", "-d", "x");
  expect((await asIs("/v0/messages/lamp/../lamp/set")).status).toBe(202);
  expect((await asIs("/v0/messages/lamp/../other")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/%2e%2e/other")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/../../tokens/")).status).toBe(403);
  expect((await asIs("/v0/messages/lamp/%00")).status).toBe(400);
  expect((await asIs(`/v0/messages/lamp/${"x".repeat(600)}`)).status).toBe(400);
});
