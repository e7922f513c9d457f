/**
 * HTTP programs without a library of ours: Python's requests as installed, and byte for byte the requests of
 * an ESP32's `HTTPClient` and Home Assistant's `rest_command`.
 */

import { execFile } from "node:child_process";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { expect, inject, it, onTestFinished } from "vitest";
import { newAccount } from "../support/account.ts";
import { mosquittoSub, type RunningSub } from "../support/mosquitto.ts";
import { skipReason } from "../support/test-packages.ts";
import { until } from "../support/until.ts";

const url = new URL(inject("baseUrl"));
const withoutRequests = await skipReason("python3-requests");

async function house() {
  const account = await newAccount(url.href);
  await account.newKey();
  const lamp = await account.newDevice("Lamp");
  const scopes = ["messages:publish:#", "messages:read:#", "devices:switch", "devices:read"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "t", scopes });
  const listen = async (topic: string): Promise<RunningSub> => {
    const login = { clientId: "listener", username: "any", password: token };
    const sub = mosquittoSub({ port: inject("tcpPort"), version: 5, login, topic, more: ["-C", "1"] });
    onTestFinished(sub.kill);
    await sub.subscribed;
    return sub;
  };
  return { account, lamp, token, listen };
}

const PYTHON = `
import sys, requests
url, token, lamp = sys.argv[1:]
session = requests.Session()
session.headers["Authorization"] = "Bearer " + token
sent = session.post(url + "v0/messages/lamp/set", params={"qos": 1, "retain": "true"}, data="héllo")
print(sent.status_code, sent.json()["topic"])
kept = session.get(url + "v0/messages/lamp/set")
print(kept.status_code, kept.headers["Content-Type"], kept.content.decode())
print(session.get(url + "v0/messages/lamp/set", headers={"If-None-Match": kept.headers["ETag"]}).status_code)
print([each["topic"] for each in session.get(url + "v0/messages/", params={"filter": "lamp/#"}).json()])
print(session.post(url + "v0/devices/on-off/%s/switch/" % lamp, json={"state": True}).status_code)
print(session.delete(url + "v0/messages/lamp/set").status_code, session.get(url + "v0/messages/lamp/set").status_code)
wrong = requests.get(url + "v0/messages/a", headers={"Authorization": "Bearer " + token[:-1] + "_"})
print(wrong.status_code, wrong.headers["WWW-Authenticate"])
`;

it("Python's requests publishes, reads, lists, switches and removes with a token", async (context) => {
  if (withoutRequests !== null) context.skip(withoutRequests);
  const { token, lamp, listen } = await house();
  const sub = await listen("lamp/#");
  const { stdout } = await promisify(execFile)("python3", ["-c", PYTHON, url.href, token, lamp.id]);
  expect(stdout.trim().split("\n")).toEqual([
    "202 lamp/set",
    "200 application/octet-stream héllo",
    "304",
    "['lamp/set']",
    "200",
    "204 404",
    '401 Bearer error="invalid_token"',
  ]);
  expect((await sub.answer).said).toMatch(/^héllo$/m);
});

interface Heard {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** A keep-alive socket. */
class KeptSocket {
  readonly #socket: Socket;
  #heard = Buffer.alloc(0);
  ended = false;

  constructor() {
    this.#socket = connect({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => void this.#socket.destroy());
    this.#socket.on("data", (chunk) => {
      this.#heard = Buffer.concat([this.#heard, chunk]);
    });
    this.#socket.on("close", () => {
      this.ended = true;
    });
  }

  /** Each part is one write. Returns the next response, read as `HTTPClient::handleHeaderResponse` does. */
  async ask(...parts: string[]): Promise<Heard> {
    for (const part of parts) this.#socket.write(part);
    const head = await until("the head of an answer", () => {
      const end = this.#heard.indexOf("\r\n\r\n");
      return end >= 0 && this.#heard.subarray(0, end).toString("latin1");
    });
    const [first = "", ...lines] = head.split("\r\n");
    const headers = new Map(
      lines.map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    this.#heard = this.#heard.subarray(Buffer.byteLength(head, "latin1") + 4);
    return { status: Number(first.slice(9, 12)), headers, body: await this.#body(headers) };
  }

  async #body(headers: Map<string, string>): Promise<string> {
    if (headers.get("transfer-encoding") === "chunked") return this.#chunks();
    const length = Number(headers.get("content-length") ?? 0);
    await until("a body", () => this.#heard.length >= length);
    return this.#take(length);
  }

  async #chunks(): Promise<string> {
    let body = "";
    for (;;) {
      const end = await until("a chunk's size", () => {
        const at = this.#heard.indexOf("\r\n");
        return at > 0 && at;
      });
      const size = Number.parseInt(this.#take(end + 2), 16);
      await until("a chunk's bytes", () => this.#heard.length >= size + 2);
      body += this.#take(size + 2).slice(0, -2);
      if (size === 0) return body;
    }
  }

  #take(length: number): string {
    const taken = this.#heard.subarray(0, length).toString("utf8");
    this.#heard = this.#heard.subarray(length);
    return taken;
  }
}

/**
 * `HTTPClient::sendHeader` of arduino-esp32 (libraries/HTTPClient/src/HTTPClient.cpp): these headers in this
 * order, then those of the sketch, and for a body its length last. No Accept, and the body is a write of its
 * own.
 */
function esp32(method: string, path: string, token: string, payload?: string): string[] {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    "User-Agent: ESP32HTTPClient",
    "Connection: keep-alive",
    "Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0",
    `Authorization: Bearer ${token}`,
    ...(payload === undefined ? [] : ["Content-Type: text/plain", `Content-Length: ${payload.length}`]),
  ];
  return [`${lines.join("\r\n")}\r\n\r\n`, ...(payload === undefined ? [] : [payload])];
}

it("an ESP32's HTTPClient publishes, reads and is refused on one persistent connection", async () => {
  const { token, listen } = await house();
  const sub = await listen("esp/state");
  const socket = new KeptSocket();
  const sent = await socket.ask(...esp32("POST", "/v0/messages/esp/state?qos=1&retain=true", token, "21.5"));
  expect([sent.status, JSON.parse(sent.body)]).toEqual([
    202,
    expect.objectContaining({ topic: "esp/state" }),
  ]);
  expect((await sub.answer).said).toMatch(/^21\.5$/m);
  const kept = await socket.ask(...esp32("GET", "/v0/messages/esp/state", token));
  expect([kept.status, kept.body, kept.headers.get("content-type")]).toEqual([200, "21.5", "text/plain"]);
  expect(kept.headers.has("content-encoding")).toBe(false);
  expect((await socket.ask(...esp32("GET", "/v0/messages/esp/none", token))).status).toBe(404);
  expect((await socket.ask(...esp32("POST", "/v0/messages/esp/+", token, "x"))).status).toBe(400);
  expect((await socket.ask(...esp32("GET", "/v0/devices/on-off/", `${token}x`))).status).toBe(401);
  const list = await socket.ask(...esp32("GET", "/v0/devices/on-off/", token));
  expect([list.status, JSON.parse(list.body)]).toMatchObject([200, [{ name: "Lamp" }]]);
  expect(socket.ended).toBe(false);
});

/** Headers of a service's configuration first, then aiohttp's own, as in Home Assistant's `rest_command`. */
function restCommand(method: string, path: string, token: string, type: string, payload: string): string {
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    "User-Agent: HomeAssistant/2026.11.0 aiohttp/3.13.2 Python/3.13",
    "Accept: */*",
    "Accept-Encoding: gzip, deflate, br",
    `Content-Length: ${payload.length}`,
    "",
    payload,
  ].join("\r\n");
}

it("Home Assistant's rest_command switches a device and publishes", async () => {
  const { account, lamp, token, listen } = await house();
  const sub = await listen("hall/light/set");
  const socket = new KeptSocket();
  const press = `/v0/devices/on-off/${lamp.id}/switch/`;
  const switched = await socket.ask(restCommand("POST", press, token, "application/json", '{"state":true}'));
  expect(switched.status).toBe(200);
  expect((await account.device(lamp.id)).state).toBe(true);
  const topic = "/v0/messages/hall/light/set?qos=1&wait=10";
  const sent = await socket.ask(restCommand("POST", topic, token, "application/json", '{"on":true}'));
  // its reader has acknowledged it
  expect(sent.status).toBe(200);
  expect((await sub.answer).said).toMatch(/^\{"on":true\}$/m);
});
