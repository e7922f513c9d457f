/**
 * Programs that read the stream without a library of ours: curl, Python's requests, and Chromium's
 * `EventSource`.
 */

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { chromium } from "@playwright/test";
import { connectAsync } from "mqtt";
import { expect, inject, it, onTestFinished } from "vitest";
import { MAX_STREAMS } from "../../broker/contract/stream.ts";
import { type RunningProcess, start } from "../firmware/process.ts";
import { newAccount } from "../support/account.ts";
import { debianChromium, skipReason } from "../support/test-packages.ts";
import { until } from "../support/until.ts";

const url = inject("baseUrl");
const withoutRequests = await skipReason("python3-requests");

async function house() {
  const account = await newAccount(url);
  await account.newKey();
  const lamp = await account.newDevice("Lamp");
  const body = { name: "script", scopes: ["messages:read:#", "messages:publish:#", "events:read"] };
  const { id, token } = await account.call<{ id: string; token: string }>("POST", "/v0/tokens/", body);
  const headers = { Authorization: `Bearer ${token}` };
  const publish = (text: string) =>
    fetch(`${url}/v0/messages/lamp/state`, { method: "POST", headers, body: text });
  /** The program's start takes a time of its own on a busy machine. One message alone must not wait for a second one. */
  const isRead = async (stream: { said(): string }, text: string) => {
    await until("the first block", () => /retry: |open/.test(stream.said()));
    expect((await publish(text)).status).toBe(202);
    await until(`"${text}" in the stream`, () => stream.said().includes(text));
  };
  return { account, lamp, id, token, publish, isRead };
}

const running = (program: RunningProcess): RunningProcess => {
  onTestFinished(program.kill);
  return program;
};

const curl = (token: string, ...more: string[]) =>
  running(
    start("curl", [
      "-sNf",
      "-H",
      `Authorization: Bearer ${token}`,
      ...more,
      `${url}/v0/stream/?filter=lamp/%23&events=true`,
    ]),
  );

const idsIn = (said: string): string[] => [...said.matchAll(/^id: (.+)$/gm)].map(([, id = ""]) => id);
const turnsIn = (said: string): number => said.split("turned_").length - 1;

it("curl -N prints messages and events, misses no event after a cut, and ends with its token", async () => {
  const { account, lamp, id, token, isRead } = await house();
  const first = curl(token);
  await isRead(first, "hello");
  await account.switchDevice(lamp, "on");
  await until("the event", () => turnsIn(first.said()) === 1);
  await first.kill();
  await account.switchDevice(lamp, "off");
  await account.switchDevice(lamp, "on");
  const last = idsIn(first.said()).at(-1) ?? "";
  const second = curl(token, "-H", `Last-Event-ID: ${last}`);
  await until("the events meanwhile", () => turnsIn(second.said()) === 2);
  expect(second.said()).toContain("event: gap");
  await account.call("DELETE", `/v0/tokens/${id}/`);
  await second.ended;
  // 22: a status of 400 or more, by -f
  expect(await curl(token).ended).toBe(22);
});

const PYTHON = `
import sys, requests
url, token = sys.argv[1:]
answer = requests.get(url, headers={"Authorization": "Bearer " + token}, stream=True)
print(answer.status_code, answer.headers["Content-Type"], flush=True)
for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
    print(line, flush=True)
`;

it("Python's requests reads the stream line by line", async (context) => {
  if (withoutRequests !== null) context.skip(withoutRequests);
  const { token, isRead } = await house();
  const reader = running(start("python3", ["-c", PYTHON, `${url}/v0/stream/?filter=lamp/%23`, token]));
  await isRead(reader, "hällo");
  expect(reader.said()).toMatch(/^200 text\/event-stream/);
  expect(reader.said()).toMatch(/^event: message$/m);
});

/** Opens a stream over a socket of its own. Returns it when the first block has arrived. */
async function streamOver(token: string, query: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let said = "";
  socket.on("data", (chunk) => {
    said += chunk;
  });
  const head = `GET /v0/stream/?${query} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  socket.write(head);
  await until("the first block", () => said.includes("retry:"));
  return { socket, said: () => said };
}

it.each(["destroy", "resetAndDestroy", "end"] as const)(
  "a stream whose client is gone by %s frees its place at once, and the next one ends no other",
  async (leave) => {
    // no message is sent to the stream that was left: a write would show that its client is gone
    await until("a free place", async () => {
      const { token, publish } = await house();
      const oldest = await streamOver(token, "filter=lamp/state");
      for (let n = 2; n < MAX_STREAMS; n++) await streamOver(token, "filter=other");
      const last = await streamOver(token, "filter=other");
      last.socket[leave]();
      await publish("before");
      await streamOver(token, "filter=other");
      await publish("still here");
      return until("the end or a message", () => /still here|event: gap/.exec(oldest.said())).then(
        ([found]) => found === "still here",
      );
    });
  },
);

it("a stream that is replaced while its client reads nothing ends with the reason, when the client reads again", async () => {
  const { account, token } = await house();
  const { key } = await account.newKey();
  const writer = await connectAsync(`mqtt://127.0.0.1:${inject("tcpPort")}`, { clientId: `${key}__writer` });
  onTestFinished(() => writer.endAsync(true));
  const behind = await streamOver(token, "filter=lamp/state");
  behind.socket.pause();
  // more than all buffers between the worker and the client hold
  const big = "x".repeat(100_000);
  for (let n = 0; n < 150; n++) await writer.publishAsync(`${account.userId}/lamp/state`, big, { qos: 1 });
  for (let n = 0; n < MAX_STREAMS; n++) await streamOver(token, "filter=other");
  behind.socket.resume();
  await until("the end", () => behind.said().endsWith("0\r\n\r\n"));
  const last = behind.said().slice(behind.said().lastIndexOf("event: "));
  expect(last).toMatch(/^event: gap\n/);
  expect(last).toContain(`at most ${MAX_STREAMS} streams`);
});

/** Forwards connections to the product, until they are cut. */
async function line(): Promise<{ address: string; cut(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), new URL(url).hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, cut };
}

it("Chromium's EventSource reads the stream with a ticket, and misses no event when its line is cut", async () => {
  const { account, lamp, isRead } = await house();
  const { ticket } = await account.call<{ ticket: string }>("POST", "/v0/stream/ticket/");
  const { address, cut } = await line();
  const executablePath = debianChromium();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${address}/docs`);
  const heard: string[] = [];
  await page.exposeFunction("heard", (text: string) => void heard.push(text));
  const listen = (path: string) =>
    page.evaluate((from) => {
      const source = new EventSource(from);
      const hear = (text: string) => (window as unknown as { heard(text: string): void }).heard(text);
      for (const type of ["message", "device"])
        source.addEventListener(type, (event) => hear(`${type} ${(event as MessageEvent).data}`));
      source.addEventListener("open", () => hear("open"));
      source.addEventListener("error", () => hear(`error ${source.readyState}`));
    }, path);
  const turns = () => heard.filter((each) => /^device .*turned_/.test(each)).length;
  const path = `/v0/stream/?filter=lamp/%23&events=true&ticket=${ticket}`;
  await listen(path);
  await isRead({ said: () => heard.join("\n") }, "hello");
  // the first cut is before any event with an id
  for (const count of [1, 2, 3]) {
    cut();
    await account.switchDevice(lamp, count % 2 === 1 ? "on" : "off");
    await until("the event of the gap", () => turns() === count);
  }
  // connecting again, never closed
  expect(new Set(heard.filter((each) => each.startsWith("error")))).toEqual(new Set(["error 0"]));
  await listen(path);
  await until("the refusal of a second stream", () => heard.includes("error 2"));
});
