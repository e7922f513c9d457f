/** MQTT 3.1, where it differs from 3.1.1. Clauses are sections of its own specification. */

import { expect, test } from "vitest";
import { connect, unsubscribe } from "../../../support/packet-bytes.ts";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, keptSession, publish, Scene, suback, subscribe, unsuback } from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

test.each([
  ["a client id of one character", { clientId: "c" }, "20020000"],
  ["of 23 characters, which are more bytes", { clientId: "ü".repeat(23) }, "20020000"],
  ["of 24 characters", { clientId: "c".repeat(24) }, "20020000"],
  ["of 257 characters, more than MQTT_MAX_CLIENT_ID_BYTES", { clientId: "c".repeat(257) }, "20020002"],
  ["none", { clientId: "" }, "20020002"],
  ["the level of a bridge", { level: 0x83 }, "20020000"],
  ["level 2", { level: 2 }, "20020001"],
  ["the name of 3.1.1", { name: "MQTT" }, "20020001"],
  ["the level of 3.1.1", { level: 4 }, "20020001"],
])("§3.1 CONNECT with %s", async (_, options, answer) => {
  const scene = new Scene(3);
  const wire = await Wire.open(scene.account, 3);
  const login = { username: "", password: scene.key.key, clientId: "lamp" };
  wire.send(connect(3, { ...login, ...options }));
  await wire.gets(bytes(answer));
  if (answer === "20020000") await wire.silent();
  else await wire.end();
});

test("§3.1 an API key as client id, which is longer than 23 characters, is accepted", async () => {
  const scene = new Scene(3);
  const wire = await Wire.open(scene.account, 3);
  wire.send(connect(3, { clientId: scene.key.clientId() }));
  await wire.gets(bytes("20020000"));
});

const login = (scene: Scene) => ({ clientId: "fhem", username: "", password: scene.key.key });

test("§3.9 a refused filter is granted QoS 0 and delivers nothing, also after a nap, with a log entry [F471]", async () => {
  const scene = new Scene(3);
  const person = scene.credential("own");
  const wire = await scene.enter({ clientId: "fhem" }, person);
  const filters = ["own", "other"].map(scene.topic);
  wire.send(subscribe(3, { packetId: 7, filters: [...filters, "$share/x"].map((each) => [each, 1]) }));
  await wire.gets(suback(3, 7, 1, 0, 0));
  await nap(scene.account);
  const writer = await scene.enter(undefined, undefined, 4);
  await scene.publish(writer, "other");
  await scene.publish(writer, "own", { payload: "mine" });
  await wire.gets(scene.message("own", { payload: "mine" }));
  const [refusal] = await scene.account.ask((calls) => calls.account.refusals());
  expect(refusal).toMatchObject({ kind: "subscribe", clientId: "fhem" });
  expect(refusal?.rule).toMatch(
    /matches nothing that may be read.* MQTT 3\.1 has no error for this: QoS 0 was granted/,
  );
  wire.send(unsubscribe(3, { packetId: 8, filters }));
  await wire.gets(unsuback(3, 8));
});

test("§3.2 CONNACK has no session flag; a kept session and its messages work as in 3.1.1", async () => {
  const scene = new Scene(3);
  const enter = () => scene.enter(keptSession(3), login(scene));
  const first = await enter();
  first.send(subscribe(3, { filters: [["t", 2]] }));
  await first.gets(suback(3, 1, 2));
  await first.cut();
  const writer = await scene.enter({}, { ...login(scene), clientId: "writer" });
  writer.send(publish(3, { topic: "t", qos: 2 }));
  await writer.gets(acknowledge("pubrec", 1));
  const again = await enter();
  expect(Buffer.from(again.connack).toString("hex")).toBe("20020000");
  await again.gets(publish(3, { topic: "t", qos: 2 }));
  again.send(acknowledge("pubrec", 1));
  await again.gets(acknowledge("pubrel", 1));
});

test("§2.1 repeated SUBSCRIBE, UNSUBSCRIBE and PUBREL have the DUP flag, also after a nap; 3.1.1 forbids it", async () => {
  const scene = new Scene(3);
  const wire = await scene.enter({}, login(scene));
  const again = (packet: Uint8Array) => bytes((packet[0] ?? 0) | 0x08, packet.subarray(1));
  wire.send(again(subscribe(3, { filters: [["t", 0]] })));
  await wire.gets(suback(3, 1, 0));
  await nap(scene.account);
  wire.send(again(unsubscribe(3, { filters: ["t"] })), again(acknowledge("pubrel", 3)));
  await wire.gets(unsuback(3, 1), acknowledge("pubcomp", 3));
  const newer = await scene.enter({}, undefined, 4);
  newer.send(again(acknowledge("pubrel", 3)));
  await newer.end();
  const [live] = await scene.account.ask((calls) => calls.clients.clients());
  expect(live).toMatchObject({ clientId: "fhem", protocol: 3 });
});
