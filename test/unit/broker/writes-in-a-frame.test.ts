/** A frame of many messages that causes writes is counted once. */

import { describe, expect, test } from "vitest";
import { bytes, publish, utf8 } from "../../support/packet-bytes.ts";
import { useLimits } from "./support/account.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

/** The bytes that a reader may be behind by, in one frame. */
const BODY = "x".repeat(350);

describe("a frame of a thousand messages that causes a write in its middle", () => {
  test("reaches a QoS 0 reader complete, is counted once, and takes one turn of a shared group each [F72]", async () => {
    useLimits({ MQTT_MAX_INFLIGHT: 4, MQTT_MAX_QUEUED: 100 });
    const { account, join } = newHome();
    const topic = account.topic("t");
    const [zero, slow, writer] = [await join(), await join(), await join()];
    await zero.subscribe(topic, 0);
    await slow.subscribe(topic, 1);
    // three queued rows: each new message drops the oldest of a full queue, which is a write
    for (let n = 1; n <= 20; n++) writer.publish(topic, BODY, { qos: 1, messageId: n });
    await writer.all();
    await zero.all();
    const one = (n: number) => publish(5, { topic, qos: 1, packetId: n, payload: utf8(BODY) });
    writer.bytes(bytes(...Array.from({ length: 1050 }, (_, at) => one(at + 1))));
    await writer.all();
    const got = await zero.messages();
    expect(got.length).toBe(1050);
    const counted = (await account.ask((calls) => calls.clients.clients())).map((each) => [
      each.messagesIn,
      each.messagesOut,
    ]);
    expect(counted).toContainEqual([1070, 0]);
    expect(counted).toContainEqual([0, 1070]);
  });

  test("keeps the turns of a shared group", async () => {
    const { account, join } = newHome();
    const members = [await join(), await join()];
    for (const each of members) await each.subscribe(`$share/g/${account.topic("t")}`, 0);
    const said = (topic: string, payload: string) => publish(5, { topic: account.topic(topic), payload });
    const [first, second] = [await join(), await join()];
    // takes the group's turn, then writes the end of the publisher
    first.bytes(bytes(said("t", "a"), said("a/".repeat(20), "too deep")));
    await first.end();
    second.bytes(said("t", "b"));
    await second.all();
    expect(await Promise.all(members.map((each) => each.messages()))).toEqual([["a"], ["b"]]);
  });
});
