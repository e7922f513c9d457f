/** Which clients of the runtime are connected, by the system's tables. */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { connectedTo, tableKey } from "../../../worker/local/runtime/present-clients.ts";
import { until } from "../../support/until.ts";

it.each([
  ["127.0.0.1:8787", "0100007F:2253"],
  ["192.0.2.7:1", "070200C0:0001"],
  ["[::1]:65535", "00000000000000000000000001000000:FFFF"],
  ["[::ffff:192.0.2.7]:80", "0000000000000000FFFF0000070200C0:0050"],
])("%s is %s in the table", (peer, key) => {
  expect(tableKey(peer)).toBe(key);
});

it.skipIf(!existsSync("/proc/net/tcp")).each(["destroy", "end"] as const)(
  "a client that leaves by %s is no longer there, although the server has not closed",
  async (leave) => {
    const accepted: Socket[] = [];
    const server = createServer({ allowHalfOpen: true }, (socket) => void accepted.push(socket));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const client = connect(port, "127.0.0.1");
    onTestFinished(() => {
      client.destroy();
      for (const socket of accepted) socket.destroy();
      server.close();
    });
    await once(client, "connect");
    const key = tableKey(`127.0.0.1:${client.localPort}`);
    const present = () => connectedTo(port, readFileSync("/proc/net/tcp", "latin1")).includes(key);
    expect(present()).toBe(true);
    // the client's end of the same connection has the ports the other way round
    expect(connectedTo(client.localPort ?? 0, readFileSync("/proc/net/tcp", "latin1"))).not.toContain(key);
    client[leave]();
    await until("its end", () => !present());
  },
);
