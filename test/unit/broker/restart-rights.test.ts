/** What comes while the rights are read after a restart keeps its order. */

import mqtt from "mqtt-packet";
import { expect, test } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const macrotask = () => new Promise((resolve) => setTimeout(resolve, 0));

/** An account whose object restarted after a change was announced; the rights are read when `open` is called. */
async function restarted() {
  const account = new Account();
  const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await reader.subscribe(account.topic("#"), 0);
  const writer = await Client.connect(account, account.credential("a", "will"), 5, {
    will: { topic: account.topic("will"), payload: Buffer.from("will"), qos: 0, retain: false },
  });
  await account.stub.announceChange();
  await nap(account);
  const read = account.read.bind(account);
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let reads = 0;
  account.read = async () => {
    reads++;
    await gate;
    await macrotask();
    return read();
  };
  return { account, reader, writer, reads: () => reads, open };
}

test("the frames of a packet in pieces go on in the order they came, those that come later behind them [F32]", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  const pieces = ["one", "two", "three"].flatMap((payload, at) => {
    const packet = { cmd: "publish", topic: account.topic("a"), payload, qos: 1, messageId: at + 1 };
    const bytes = mqtt.generate({ retain: false, dup: false, ...packet } as never, { protocolVersion: 5 });
    return [...bytes].map((byte) => Uint8Array.of(byte));
  });
  const early = pieces.splice(0, 100);
  for (const piece of early) writer.bytes(piece);
  await writer.until(() => reads() > 0, "the rights are not read");
  open();
  for (const piece of pieces) {
    writer.bytes(piece);
    await macrotask();
  }
  expect((await writer.all()).map((each) => each.cmd)).toEqual(["puback", "puback", "puback"]);
  expect(await reader.messages()).toEqual(["one", "two", "three"]);
  expect(reads()).toBe(1);
});

test("an announcement while they are read sends nobody away [F32]", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  writer.publish(account.topic("a"), "one");
  await writer.until(() => reads() > 0, "the rights are not read");
  await account.stub.announceChange();
  writer.publish(account.topic("a"), "two");
  open();
  expect(await writer.all()).toEqual([]);
  expect(await reader.messages()).toEqual(["one", "two"]);
});

test("a DISCONNECT that waits is heard before the end of its socket: no will", async () => {
  const { account, reader, writer, reads, open } = await restarted();
  writer.publish(account.topic("a"), "last");
  writer.disconnect();
  await writer.until(() => reads() > 0, "the rights are not read");
  writer.cut();
  await account.stub.clients();
  open();
  expect(await reader.messages()).toEqual(["last"]);
});
