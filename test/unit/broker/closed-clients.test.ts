/**
 * Clients that ignore the close of their socket: the runtime can neither cut it nor make its frames cheaper.
 */

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { LATE } from "../../../broker/hub/limits/block-list.ts";
import { Broker } from "../../../worker/index.ts";
import { Account, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const HERE = "address-1";

prepare({}, Date.UTC(2026, 0, 1));

describe("a client that keeps sending after its end", () => {
  const deaf = async (address?: string, account = new Account()) => {
    const restart = vi
      .spyOn(Broker.prototype as unknown as { restart(): Promise<void> }, "restart")
      .mockResolvedValue(undefined);
    restart.mockClear();
    const client = await Client.open(account, 5, address);
    const end = await runInDurableObject(account.stub as never, (object: Broker, state) => {
      const socket = (state as DurableObjectState).getWebSockets().at(-1);
      const hub = (object as unknown as { hub: { message(s: WebSocket, d: ArrayBuffer): void } }).hub;
      // as the runtime hands over frames of a client that ignores the close
      const send = (bytes: number, frames: number) => {
        for (let n = 0; n < frames; n++) hub.message(socket as WebSocket, new ArrayBuffer(bytes));
      };
      hub.message(socket as WebSocket, new Uint8Array([0xff]).buffer);
      send(1, LATE.frames);
      const before = restart.mock.calls.length;
      send(1, 1);
      return [before, restart.mock.calls.length];
    });
    client.cut();
    return { account, end };
  };

  test("may have a bounded amount under way; then the object restarts to drop it, and blocks the client", async () => {
    const { account, end } = await deaf(HERE);
    expect(end).toEqual([0, 1]);
    expect((await Client.openSocket(account, HERE)).headers.get("Retry-After")).toBe("900");
  });

  test("does not cause a second restart at once if it never logged in, from any address [T75]", async () => {
    const { account, end } = await deaf(HERE);
    expect(end).toEqual([0, 1]);
    expect((await deaf("address-2", account)).end).toEqual([0, 0]);
    expect((await Client.openSocket(account, "address-2")).status).toBe(429);
    vi.setSystemTime(Date.now() + 10_000);
    expect((await deaf("address-3", account)).end).toEqual([0, 1]);
  });

  test("causes one restart, not one for each earlier frame [T97]", async () => {
    const restart = vi
      .spyOn(Broker.prototype as unknown as { restart(): Promise<void> }, "restart")
      .mockResolvedValue(undefined);
    restart.mockClear();
    useLimits({ MQTT_FRAME_RATE: 10 });
    const account = new Account();
    const client = await Client.connect(account, account.credential("a"), 5, {}, HERE);
    const restarts = await runInDurableObject(account.stub as never, (object: Broker, state) => {
      const socket = (state as DurableObjectState).getWebSockets().at(-1) as WebSocket;
      const hub = (object as unknown as { hub: { message(s: WebSocket, d: ArrayBuffer): void } }).hub;
      const restartsAfter = (frames: number) => {
        for (let n = 0; n < frames; n++) hub.message(socket, new ArrayBuffer(1));
        return restart.mock.calls.length;
      };
      // exceeds the rate, and the next frame is a flood
      return [restartsAfter(60), restartsAfter(1000), restartsAfter(LATE.frames)];
    });
    expect(restarts).toEqual([1, 1, 2]);
    client.cut();
  });

  test("causes no restart where no client is blocked", async () => {
    expect((await deaf()).end).toEqual([0, 0]);
  });
});
