import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, test, vi } from "vitest";
import { type ConnectOptions, connect } from "../../../support/packet-bytes.ts";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { bytes, disconnectPacket, EVERYWHERE, keptSession, type Part, Scene, text, u32 } from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

type Will = NonNullable<ConnectOptions["will"]>;
const willOn = (scene: Scene, more: Partial<Will> = {}): ConnectOptions => ({
  will: { topic: scene.topic("will"), payload: "gone", ...more },
});

describe.each(EVERYWHERE)("wills, level %i, %s profile", (version, profile) => {
  const setting = async () => {
    const scene = new Scene(version, profile);
    return { scene, reader: await scene.reader("will", 1) };
  };

  test("3.1.1 [MQTT-3.1.2-8] [MQTT-3.1.2-10] [MQTT-3.1.2-16] 5 [MQTT-3.1.2-7] [MQTT-3.1.2-8] [MQTT-3.1.2-10] [MQTT-3.1.2-14] published once when the connection is lost, also while the object sleeps", async () => {
    const { scene, reader } = await setting();
    const lost = await scene.enter({ ...willOn(scene, { qos: 1 }), ...keptSession(version) });
    await nap(scene.account);
    await lost.cut();
    await reader.gets(scene.message("will", { qos: 1, packetId: 1, payload: "gone" }));
    await nap(scene.account);
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.2-10] [MQTT-3.14.4-3] 5 [MQTT-3.1.2-10] [MQTT-3.14.4-3] discarded by DISCONNECT", async () => {
    const { scene, reader } = await setting();
    const polite = await scene.enter(willOn(scene));
    polite.send(disconnectPacket(version));
    await polite.end();
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.2-12] 5 [MQTT-3.1.2-8] without a will no message is published", async () => {
    const { scene, reader } = await setting();
    await (await scene.enter()).cut();
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.2-8] 5 [MQTT-3.1.2-8] published after a protocol error and after a take-over", async () => {
    const { scene, reader } = await setting();
    const wrong = await scene.enter(willOn(scene));
    wrong.send(bytes("c100"));
    await wrong.refused(0x81);
    await reader.gets(scene.message("will", { payload: "gone" }));
    const who = scene.apiKey();
    const old = await scene.enter(willOn(scene), who);
    await scene.enter({}, who);
    await old.refused(0x8e);
    await reader.gets(scene.message("will", { payload: "gone" }));
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.2-24] 5 [MQTT-3.1.2-22] [MQTT-3.2.2-22] published after one and a half times the keep alive, and not before [F19]", async () => {
    const { scene, reader } = await setting();
    const quiet = await scene.enter({ ...willOn(scene), keepAlive: 10 });
    const start = Date.now();
    vi.setSystemTime(start + 14_000);
    await runDurableObjectAlarm(scene.account.stub);
    await reader.silent();
    vi.setSystemTime(start + 16_500);
    await runDurableObjectAlarm(scene.account.stub);
    await quiet.refused(0x8d);
    await reader.gets(scene.message("will", { payload: "gone" }));
  });

  test("a will without permission for its topic refuses the CONNECT [T15]", async () => {
    const { scene, reader } = await setting();
    const wire = await Wire.open(scene.account, version);
    wire.connect(scene.account.credential("own"), willOn(scene));
    await wire.getsWithWords(0x20, 0, version === 4 ? 5 : 0x87);
    await wire.end();
    await reader.silent();
  });

  test("a will is not published after its client lost the permission [T15]", async () => {
    const { scene, reader } = await setting();
    const person = scene.credential("will");
    const lost = await scene.enter(willOn(scene), person);
    await scene.account.change(() => Object.assign(person.login.principal, { topics: [] }));
    await lost.cut();
    await reader.silent();
  });
});

test("the classic profile lowers QoS 2 and ignores retain of a will in 3.1.1", async () => {
  const scene = new Scene(4, "classic");
  const reader = await scene.reader("will", 1);
  await (await scene.enter(willOn(scene, { qos: 2, retain: true }))).cut();
  await reader.gets(scene.message("will", { qos: 1, packetId: 1, payload: "gone" }));
  await (await scene.reader("will", 1)).silent();
});

describe.each([4, 5] as const)("wills of the full profile, level %i", (version) => {
  test("3.1.1 [MQTT-3.1.2-17] [MQTT-3.1.2-16] 5 [MQTT-3.1.2-15] [MQTT-3.1.2-14] a will with retain is retained, another is not", async () => {
    const scene = new Scene(version);
    await (await scene.enter(willOn(scene, { qos: 2, retain: true }))).cut();
    const reader = await scene.reader("will", 2);
    await reader.gets(scene.message("will", { qos: 2, packetId: 1, retain: true, payload: "gone" }));
    await (await scene.enter({ will: { topic: scene.topic("other"), payload: "x" } })).cut();
    await (await scene.reader("other")).silent();
  });
});

describe("wills of MQTT 5", () => {
  const delayed = (scene: Scene, seconds: number, ...more: Part[]): ConnectOptions => ({
    ...willOn(scene, { properties: [0x18, u32(seconds), ...more] }),
    ...keptSession(5),
  });

  test("5 [MQTT-3.1.2-8] [MQTT-3.14.4-3] published after DISCONNECT 0x04", async () => {
    const scene = new Scene(5);
    const reader = await scene.reader("will");
    const wire = await scene.enter(willOn(scene));
    wire.send(disconnectPacket(5, 0x04));
    await wire.end();
    await reader.gets(scene.message("will", { payload: "gone" }));
  });

  test("5 [MQTT-3.1.3-9] not published when the client returns within the delay", async () => {
    const scene = new Scene(5);
    const reader = await scene.reader("will");
    const who = scene.apiKey();
    await (await scene.enter(delayed(scene, 30), who)).cut();
    const back = await scene.enter(keptSession(5), who);
    vi.setSystemTime(Date.now() + 40_000);
    await runDurableObjectAlarm(scene.account.stub);
    await back.silent();
    await reader.silent();
  });

  test("5 [MQTT-3.1.2-8] published after the delay, also over a nap", async () => {
    const scene = new Scene(5);
    const reader = await scene.reader("will");
    await (await scene.enter(delayed(scene, 30))).cut();
    await nap(scene.account);
    await reader.silent();
    vi.setSystemTime(Date.now() + 30_500);
    await runDurableObjectAlarm(scene.account.stub);
    await reader.gets(scene.message("will", { payload: "gone" }));
  });

  test("5 [MQTT-3.1.2-8] published at the end of the session or a clean start when that comes before the end of the delay", async () => {
    const scene = new Scene(5);
    const reader = await scene.reader("will");
    await (await scene.enter({ ...delayed(scene, 300), clean: true, properties: [0x11, u32(2)] })).cut();
    await reader.silent();
    vi.setSystemTime(Date.now() + 2500);
    await runDurableObjectAlarm(scene.account.stub);
    await reader.gets(scene.message("will", { payload: "gone" }));
    const short = await scene.enter(willOn(scene, { properties: [0x18, u32(300)] }));
    await short.cut();
    await reader.gets(scene.message("will", { payload: "gone" }));
    const who = scene.apiKey();
    await (await scene.enter(delayed(scene, 300), who)).cut();
    await reader.silent();
    await scene.enter({}, who);
    await reader.gets(scene.message("will", { payload: "gone" }));
  });

  test("5 [MQTT-3.1.3-10] [MQTT-3.3.2-18] its properties are published unaltered, in order", async () => {
    const scene = new Scene(5);
    const reader = await scene.reader("will");
    const pair = (name: string, value: string): Part[] => [0x26, text(name), text(value)];
    const props = [
      [0x01, 1],
      [0x03, text("text/plain")],
      [0x08, text("answer")],
      [0x09, text("id")],
      [...pair("b", "1"), ...pair("a", "2"), ...pair("b", "1")],
    ].flat();
    await (await scene.enter(willOn(scene, { properties: props }))).cut();
    const message = await reader.next();
    const inside = Buffer.from(message).toString("latin1");
    for (const each of [
      [0x01, 1],
      [0x03, text("text/plain")],
      [0x08, text("answer")],
      [0x09, text("id")],
      props.slice(-9),
    ]) {
      const wanted = Buffer.from(bytes(...(each as Part[]))).toString("latin1");
      if (!inside.includes(wanted)) throw new Error(`missing ${wanted} in ${inside}`);
    }
  });

  test("5 [MQTT-3.2.2-12] [MQTT-3.2.2-13] the classic profile refuses a will at QoS 2 with 0x9B and a retained one with 0x9A", async () => {
    const scene = new Scene(5, "classic");
    for (const [more, reason] of [
      [{ qos: 2 }, 0x9b],
      [{ retain: true }, 0x9a],
    ] as const) {
      const wire = await Wire.open(scene.account, 5);
      wire.send(connect(5, { ...scene.apiKey(), ...willOn(scene, more) }));
      await wire.getsWithWords(0x20, 0, reason);
      await wire.end();
    }
  });
});
