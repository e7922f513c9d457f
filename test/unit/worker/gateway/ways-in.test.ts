import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openWebSocket } from "../../../../worker/gateway/ways-in.ts";

const DEADLINE_S = 1;
const PLACES = 20;
const counting = { ...env, THROTTLE: "on", MQTT_CONNECT_DEADLINE: String(DEADLINE_S) };

const knock = (address: string) =>
  openWebSocket(new Request("https://h/mqtt", { headers: { "CF-Connecting-IP": address } }), counting);

function enter(address: string) {
  const { status, webSocket } = knock(address);
  const closed = new Promise<number>((resolve) => {
    webSocket?.addEventListener("close", ({ code }) => resolve(code));
    webSocket?.accept();
  });
  return { status, closed };
}

test("a flood of frames ends the connection, and its address stays outside for a minute [T70]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  const request = new Request("https://h/mqtt", { headers: { "CF-Connecting-IP": "192.0.2.9" } });
  const few = { ...counting, MQTT_FRAME_RATE: "10" };
  const { webSocket } = openWebSocket(request, few);
  const closed = new Promise<number>((resolve) => {
    webSocket?.addEventListener("close", ({ code }) => resolve(code));
  });
  webSocket?.accept();
  webSocket?.send(new Uint8Array([0x10, 0xff, 0x7f]));
  for (let n = 0; n < 40; n++) webSocket?.send(new Uint8Array([0]));
  expect(await closed).toBe(1008);
  await vi.waitFor(() => expect(openWebSocket(request, few).status).toBe(503));
  vi.setSystemTime(Date.now() + 60_000);
  expect(openWebSocket(request, few).status).toBe(101);
  vi.useRealTimers();
});

test("twenty clients of one address may wait, ten seconds each, and then there is room again", async () => {
  const waiting = Array.from({ length: PLACES }, () => enter("192.0.2.1"));
  expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 101));

  const refused = knock("192.0.2.1");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe(String(DEADLINE_S));
  const other = enter("192.0.2.2");
  expect(other.status).toBe(101);

  const codes = await Promise.all([...waiting, other].map(({ closed }) => closed));
  expect(new Set(codes)).toEqual(new Set([1008]));
  expect(enter("192.0.2.1").status).toBe(101);
});
