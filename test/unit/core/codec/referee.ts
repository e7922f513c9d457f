/** Converts mqtt-packet's reading of a client packet to our types, where it keeps enough. */

import mqttPacket from "mqtt-packet";
import type { Packet } from "../../../../broker/session/packet.ts";
import type { Version } from "../../../support/packet-bytes.ts";

type Loose = Record<string, unknown>;

export function refereeReads(bytes: Uint8Array, version: Version): Loose | null {
  const parser = mqttPacket.parser({ protocolVersion: version });
  let read: Loose | null = null;
  let refused = false;
  parser.on("packet", (packet) => {
    read = packet as unknown as Loose;
  });
  parser.on("error", () => {
    refused = true;
  });
  try {
    parser.parse(Buffer.from(bytes));
  } catch {
    return null;
  }
  return refused ? null : read;
}

/** The comparable part: mqtt-packet loses the order of user properties, and those without a value. */
export function comparable(packet: Packet): Loose {
  switch (packet.type) {
    case "connect":
      return {
        ...flat(packet.properties),
        type: "connect",
        clientId: packet.clientId,
        clean: packet.clean,
        keepAlive: packet.keepAlive,
        username: packet.username,
        password: packet.password && hex(packet.password),
        will: packet.will && {
          topic: packet.will.topic,
          payload: hex(packet.will.payload),
          qos: packet.will.qos,
          retain: packet.will.retain,
          ...flat(packet.will.properties),
          ...(packet.will.delay > 0 && { willDelayInterval: packet.will.delay }),
        },
      };
    case "publish": {
      const { properties, payload, subscriptionIdentifiers, wire: _, size: __, ...rest } = packet;
      return { ...flat(properties), ...rest, payload: hex(payload), ...identifiers(subscriptionIdentifiers) };
    }
    case "subscribe":
    case "unsubscribe": {
      const { userProperties, ...rest } = packet;
      return { ...rest, ...flat(userProperties ? { userProperties } : {}) };
    }
    case "pingreq":
    case "pingresp":
      return packet as unknown as Loose;
    default: {
      const { properties = {}, ...rest } = packet;
      return { ...rest, ...flat(properties) };
    }
  }
}

export function refereeComparable(read: Loose): Loose {
  const properties = flat((read.properties ?? {}) as Loose);
  const type = read.cmd as string;
  const packetId = read.messageId;
  switch (type) {
    case "connect":
      return { ...properties, type, ...refereeConnect(read) };
    case "publish": {
      const { topic, qos, retain, dup } = read;
      const payload = hex(read.payload as Buffer);
      return { ...properties, type, topic, qos, retain, dup, packetId: packetId ?? 0, payload };
    }
    case "subscribe":
      return {
        type,
        packetId,
        ...properties,
        subscriptions: (read.subscriptions as Loose[]).map(refereeRequest),
      };
    case "unsubscribe":
      return { type, packetId, ...properties, filters: read.unsubscriptions };
    case "pingreq":
    case "pingresp":
      return { type };
    case "connack":
      return {
        type,
        ...properties,
        sessionPresent: read.sessionPresent,
        code: read.reasonCode ?? read.returnCode,
      };
    case "suback":
    case "unsuback":
      return { type, packetId, ...properties, codes: read.granted ?? [] };
    case "disconnect":
    case "auth":
      return { type, ...properties, code: read.reasonCode ?? 0 };
    default:
      return { type, packetId, ...properties, code: read.reasonCode ?? 0 };
  }
}

function refereeConnect({ clientId, clean, keepalive: keepAlive, username, password, will }: Loose): Loose {
  return {
    clientId,
    clean,
    keepAlive,
    username: username ?? null,
    password: password === undefined ? null : hex(password as Buffer),
    will: will === undefined ? null : refereeWill(will as Loose),
  };
}

const refereeWill = (will: Loose): Loose => {
  const properties = flat((will.properties ?? {}) as Loose);
  if (properties.willDelayInterval === 0) delete properties.willDelayInterval;
  return {
    topic: will.topic,
    payload: hex(will.payload as Buffer),
    qos: will.qos,
    retain: will.retain,
    ...properties,
  };
};

const refereeRequest = ({ topic, qos, nl, rap, rh }: Loose): Loose => ({
  filter: topic,
  qos,
  noLocal: nl ?? false,
  retainAsPublished: rap ?? false,
  retainHandling: rh ?? 0,
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const identifiers = (all: readonly number[] | undefined): Loose =>
  all === undefined || all.length === 0 ? {} : { subscriptionIdentifier: all.length === 1 ? all[0] : all };

function flat(properties: object): Loose {
  const out: Loose = {};
  for (const [name, value] of Object.entries(properties)) {
    if (name === "userProperties") out[name] = grouped(value);
    else if (value instanceof Uint8Array) out[name] = hex(value);
    else out[name] = typeof value === "boolean" ? Number(value) : value;
  }
  return out;
}

/** Grouped by name, without empty groups. */
function grouped(pairs: [string, string][] | Record<string, string | string[]>): [string, string[]][] {
  const groups = new Map<string, string[]>();
  const entries = Array.isArray(pairs) ? pairs : Object.entries(pairs);
  for (const [name, values] of entries) {
    for (const value of [values].flat()) {
      if (value !== "") groups.set(name, [...(groups.get(name) ?? []), value]);
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
