/** Compressed frames at the Worker itself: local proxies negotiate compression separately. */

import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { upgradeRequest } from "../bench/generator/websocket.ts";
import type { Started } from "../bench/targets/process.ts";
import { startBare } from "../bench/targets/product.ts";
import { newAccount } from "../support/account.ts";
import { until } from "../support/until.ts";

const OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n";
/** A PINGREQ in a final binary frame with the compression bit (RSV1). */
const COMPRESSED = Buffer.from([0xc2, 0x82, 0, 0, 0, 0, 0xc0, 0]);
/** RFC 6455, 7.4.1: a protocol error. */
const PROTOCOL_ERROR = 1002;

let worker: Started;
let userId: string;
beforeAll(async () => {
  worker = await startBare({ THROTTLE: "off", LOG_REQUESTS: "failures" }, { BENCH_DIRECT: "1" });
  ({ userId } = await newAccount(`http://127.0.0.1:${Number(worker.said.port)}`));
}, 120_000);
afterAll(() => worker.stop());

async function offered(path: string): Promise<{ socket: Socket; heard: () => Buffer }> {
  const port = Number(worker.said.direct);
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let heard = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
  });
  socket.write(upgradeRequest(port, path).replace(/\r\n$/, OFFER));
  await until("the answer to the upgrade", () => heard.includes("\r\n\r\n"));
  return { socket, heard: () => heard };
}

it.each(["of all accounts", "of one account"])(
  "is not negotiated at %s, and a compressed frame ends the connection [T74]",
  async (whose) => {
    const { socket, heard } = await offered(whose === "of one account" ? `/mqtt/${userId}` : "/mqtt");
    const answer = heard().toString("latin1");
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer).not.toMatch(/sec-websocket-extensions/i);
    const from = heard().length;
    socket.write(COMPRESSED);
    await until("a close frame", () => heard().length > from + 8);
    const frame = heard().subarray(from);
    const long = ((frame[1] ?? 0) & 0x7f) === 126;
    expect([frame[0], frame.readUInt16BE(long ? 4 : 2)]).toEqual([0x88, PROTOCOL_ERROR]);
    socket.destroy();
  },
);
