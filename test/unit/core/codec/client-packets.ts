/** Random packets of a client, as values and as the bytes that an independent writer makes of them. */

import fc from "fast-check";
import type {
  AckPacket,
  ConnectPacket,
  DisconnectPacket,
  MessageProperties,
  Packet,
  ProtocolVersion,
  PublishPacket,
  SubscribePacket,
  UnsubscribePacket,
  UserProperty,
} from "../../../../broker/protocol/packet.ts";
import {
  acknowledge,
  bytes,
  connect,
  disconnect,
  type Part,
  pingreq,
  properties,
  publish,
  subscribe,
  text,
  u16,
  u32,
  unsubscribe,
  varint,
} from "../../../support/packet-bytes.ts";

export interface Sample {
  version: ProtocolVersion;
  packet: Packet;
  bytes: Uint8Array;
}

const word = fc.oneof(
  fc.constantFrom("", "a", "\ufeff", "x".repeat(100), "ü€😀"),
  fc.string({ unit: "binary", maxLength: 12 }).map((each) => each.replaceAll("\0", "0")),
);
const name = word.map((each) => each.replaceAll(/[+#]/g, "_") || "t");
const filter = fc
  .array(fc.constantFrom("a", "+", "", "ü", "$x"), { minLength: 1, maxLength: 4 })
  .chain((all) =>
    fc.constantFrom(all.join("/") || "/", [...all, "#"].join("/"), `$share/g/${all.join("/") || "/"}`),
  );
const data = fc.uint8Array({ maxLength: 40 });
const short = fc.integer({ min: 0, max: 0xffff });
const positive = fc.integer({ min: 1, max: 0xffff });
const long = fc.oneof(fc.constantFrom(0, 0xffffffff), fc.nat({ max: 0xffffffff }));
const bit = fc.constantFrom(0 as const, 1 as const);
const pairs = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 4 });
const qos = fc.constantFrom(0 as const, 1 as const, 2 as const);
const version = fc.constantFrom(4 as const, 5 as const);

const messageProperties: fc.Arbitrary<MessageProperties> = fc.record(
  {
    messageExpiryInterval: long,
    contentType: word,
    responseTopic: name,
    correlationData: data,
    userProperties: pairs,
  },
  { requiredKeys: [] },
);

/** Bytes of properties: identifier and type as the standard's table 2-4 has them. */
const WRITE: Record<string, (value: never) => Part[]> = {
  payloadFormatIndicator: (value: number) => [0x01, value],
  messageExpiryInterval: (value: number) => [0x02, u32(value)],
  contentType: (value: string) => [0x03, text(value)],
  responseTopic: (value: string) => [0x08, text(value)],
  correlationData: (value: Uint8Array) => [0x09, text(value)],
  subscriptionIdentifier: (value: number) => [0x0b, varint(value)],
  sessionExpiryInterval: (value: number) => [0x11, u32(value)],
  authenticationMethod: (value: string) => [0x15, text(value)],
  requestProblemInformation: (value: number) => [0x17, value],
  delay: (value: number) => [0x18, u32(value)],
  requestResponseInformation: (value: number) => [0x19, value],
  reasonString: (value: string) => [0x1f, text(value)],
  receiveMaximum: (value: number) => [0x21, u16(value)],
  topicAliasMaximum: (value: number) => [0x22, u16(value)],
  topicAlias: (value: number) => [0x23, u16(value)],
  maximumPacketSize: (value: number) => [0x27, u32(value)],
  userProperties: (value: UserProperty[]) => value.flatMap(([key, each]) => [0x26, text(key), text(each)]),
};

function written(values: object): Part[] {
  return Object.entries(values).flatMap(([key, value]) => WRITE[key]?.(value as never) ?? []);
}

const connectSample: fc.Arbitrary<Sample> = fc
  .record({
    version,
    clientId: word,
    clean: fc.boolean(),
    keepAlive: short,
    username: fc.option(word),
    password: fc.option(word),
    will: fc.option(
      fc.record({
        topic: name,
        payload: data,
        qos,
        retain: fc.boolean(),
        delay: long,
        properties: messageProperties,
      }),
    ),
    properties: fc.record(
      {
        sessionExpiryInterval: long,
        receiveMaximum: positive,
        maximumPacketSize: long.map((each) => each || 1),
        topicAliasMaximum: short,
        requestResponseInformation: bit,
        requestProblemInformation: bit,
        authenticationMethod: word,
        userProperties: pairs,
      },
      { requiredKeys: [] },
    ),
  })
  .map((sample) => {
    const { version: spoken, username, will } = sample;
    const password = spoken === 4 && username === null ? null : sample.password;
    const five = spoken === 5;
    const packet: ConnectPacket = {
      type: "connect",
      ...sample,
      password: password === null ? null : new TextEncoder().encode(password),
      properties: five ? sample.properties : {},
      will: will === null || five ? will : { ...will, delay: 0, properties: {} },
    };
    return {
      version: spoken,
      packet,
      bytes: connect(spoken, {
        clientId: sample.clientId,
        clean: sample.clean,
        keepAlive: sample.keepAlive,
        ...(username !== null && { username }),
        ...(password !== null && { password }),
        ...(will !== null && {
          will: { ...will, properties: [...written({ delay: will.delay }), ...written(will.properties)] },
        }),
        properties: written(sample.properties),
      }),
    };
  });

export const publishPacket: fc.Arbitrary<PublishPacket> = fc
  .record({
    topic: name,
    payload: data,
    qos,
    retain: fc.boolean(),
    dup: fc.boolean(),
    packetId: positive,
    properties: messageProperties,
  })
  .map((each) => ({
    type: "publish",
    ...each,
    dup: each.dup && each.qos > 0,
    packetId: each.qos > 0 ? each.packetId : 0,
  }));

const publishSample: fc.Arbitrary<Sample> = fc
  .record({ version, packet: publishPacket, alias: fc.option(positive), aliasAlone: fc.boolean() })
  .map(({ version: spoken, packet, alias, aliasAlone }) => {
    const withAlias = spoken === 5 && alias !== null;
    const sent: PublishPacket = {
      ...packet,
      ...(withAlias && { topicAlias: alias, ...(aliasAlone && { topic: "" }) }),
      properties: spoken === 5 ? packet.properties : {},
    };
    const props = [...written(sent.properties), ...written(withAlias ? { topicAlias: alias } : {})];
    return { version: spoken, packet: sent, bytes: publish(spoken, { ...sent, properties: props }) };
  });

const subscribeSample: fc.Arbitrary<Sample> = fc
  .record({
    version,
    packetId: positive,
    subscriptions: fc.array(
      fc.record({
        filter,
        qos,
        noLocal: fc.boolean(),
        retainAsPublished: fc.boolean(),
        retainHandling: fc.constantFrom(0 as const, 1 as const, 2 as const),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    properties: fc.record(
      { subscriptionIdentifier: fc.integer({ min: 1, max: 268_435_455 }), userProperties: pairs },
      { requiredKeys: [] },
    ),
  })
  .map(({ version: spoken, packetId, subscriptions, properties: props }) => {
    const asked = subscriptions.map((each) =>
      spoken === 5
        ? { ...each, noLocal: each.noLocal && !each.filter.startsWith("$share/") }
        : { ...each, noLocal: false, retainAsPublished: false, retainHandling: 0 as const },
    );
    const packet: SubscribePacket = {
      type: "subscribe",
      packetId,
      subscriptions: asked,
      ...(spoken === 5 && props),
    };
    const filters = asked.map((each): [string, number] => [
      each.filter,
      each.qos | (each.noLocal ? 4 : 0) | (each.retainAsPublished ? 8 : 0) | (each.retainHandling << 4),
    ]);
    return {
      version: spoken,
      packet,
      bytes: subscribe(spoken, { packetId, filters, properties: written(props) }),
    };
  });

const unsubscribeSample: fc.Arbitrary<Sample> = fc
  .record({
    version,
    packetId: positive,
    filters: fc.array(filter, { minLength: 1, maxLength: 5 }),
    userProperties: pairs,
  })
  .map(({ version: spoken, packetId, filters, userProperties }) => {
    const props = spoken === 5 ? { userProperties } : {};
    const packet: UnsubscribePacket = { type: "unsubscribe", packetId, filters, ...props };
    return {
      version: spoken,
      packet,
      bytes: unsubscribe(spoken, { packetId, filters, properties: written(props) }),
    };
  });

const reason = fc.record({ reasonString: word, userProperties: pairs }, { requiredKeys: [] });

const ackSample: fc.Arbitrary<Sample> = fc
  .record({
    version,
    type: fc.constantFrom("puback", "pubrec", "pubrel", "pubcomp"),
    packetId: positive,
    fails: fc.boolean(),
    props: reason,
  })
  .map(({ version: spoken, type, packetId, fails, props }) => {
    if (spoken === 4) {
      return { version: 4, packet: { type, packetId, code: 0 }, bytes: acknowledge(type, packetId) };
    }
    const code = !fails ? 0 : type === "puback" || type === "pubrec" ? 0x80 : 0x92;
    const packet: AckPacket = { type, packetId, code, properties: props };
    return { version: 5, packet, bytes: acknowledge(type, packetId, code, properties(...written(props))) };
  });

const disconnectSample: fc.Arbitrary<Sample> = fc
  .record({ sessionExpiryInterval: long, props: reason, code: fc.constantFrom(0, 4, 0x80) })
  .map(({ sessionExpiryInterval, props, code }) => {
    const all = { sessionExpiryInterval, ...props };
    const packet: DisconnectPacket = { type: "disconnect", code, properties: all };
    return { version: 5, packet, bytes: disconnect(code, properties(...written(all))) };
  });

const pingSample: fc.Arbitrary<Sample> = version.map((spoken) => ({
  version: spoken,
  packet: { type: "pingreq" },
  bytes: pingreq(),
}));

export const firstSample = connectSample;
export const laterSample = fc.oneof(
  publishSample,
  publishSample,
  subscribeSample,
  unsubscribeSample,
  ackSample,
  disconnectSample,
  pingSample,
);
export const anySample = fc.oneof(connectSample, laterSample);

/** A CONNECT and what follows it in the same version, as one run of bytes. */
export const conversation: fc.Arbitrary<{ packets: Packet[]; bytes: Uint8Array }> = fc
  .tuple(connectSample, fc.array(laterSample, { maxLength: 6 }))
  .map(([first, later]) => {
    const all = [first, ...later.filter((each) => each.version === first.version)];
    return { packets: all.map(({ packet }) => packet), bytes: bytes(...all.map((each) => each.bytes)) };
  });
