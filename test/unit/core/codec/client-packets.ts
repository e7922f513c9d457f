/** Random client packets, as values and as bytes of an independent writer. */

import fc from "fast-check";
import type {
  AckPacket,
  ConnectPacket,
  DisconnectPacket,
  Packet,
  ProtocolVersion,
  PublishPacket,
  SubscribePacket,
  UnsubscribePacket,
} from "../../../../broker/session/packet.ts";
import {
  acknowledge,
  bytes,
  connect,
  disconnect,
  pingreq,
  properties,
  publish,
  subscribe,
  unsubscribe,
} from "../../../support/packet-bytes.ts";
import {
  bit,
  data,
  filter,
  long,
  messageProperties,
  name,
  pairs,
  positive,
  qos,
  short,
  version,
  word,
  written,
} from "./client-properties.ts";

export interface Sample {
  version: ProtocolVersion;
  packet: Packet;
  bytes: Uint8Array;
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

const laterSample = fc.oneof(
  publishSample,
  publishSample,
  subscribeSample,
  unsubscribeSample,
  ackSample,
  disconnectSample,
  pingSample,
);
export const anySample = fc.oneof(connectSample, laterSample);

/** A CONNECT and packets of the same version, concatenated. */
export const conversation: fc.Arbitrary<{ packets: Packet[]; bytes: Uint8Array }> = fc
  .tuple(connectSample, fc.array(laterSample, { maxLength: 6 }))
  .map(([first, later]) => {
    const all = [first, ...later.filter((each) => each.version === first.version)];
    return { packets: all.map(({ packet }) => packet), bytes: bytes(...all.map((each) => each.bytes)) };
  });
