/**
 * Root view: a client's topic `x` is the account's `{userId}/x`. This file adds the prefix to packets from the client
 * and removes it from packets to the client; everywhere else topics are whole. A topic that has the prefix already is
 * not changed.
 */

import { parseShared } from "../routing/filter.ts";
import type { Packet, PublishPacket, Will } from "./packet.ts";

/** `root` is the account's prefix. It is empty in account view: the packet is returned unchanged. */
export function packetInAccount(root: string, packet: Packet): Packet {
  if (root === "") return packet;
  switch (packet.type) {
    case "publish":
      return publishInAccount(root, packet);
    case "subscribe": {
      const subscriptions = packet.subscriptions.map((each) => ({
        ...each,
        filter: filterInAccount(root, each.filter),
      }));
      return { ...packet, subscriptions };
    }
    case "unsubscribe":
      return { ...packet, filters: packet.filters.map((filter) => filterInAccount(root, filter)) };
    default:
      return packet;
  }
}

const inAccount = (root: string, topic: string): string => (topic.startsWith(root) ? topic : root + topic);

/** A client publishes mostly to one topic: reusing its string makes every map lookup faster. */
let last = { root: "", said: "", topic: "" };

function publishInAccount(root: string, packet: PublishPacket): PublishPacket {
  const { topic: said, wire } = packet;
  // an alias stands for the whole topic
  if (said !== "") {
    if (last.said !== said || last.root !== root) last = { root, said, topic: inAccount(root, said) };
    packet.topic = last.topic;
    if (wire != null && last.topic !== said) wire.root = root;
  }
  const { responseTopic } = packet.properties;
  if (responseTopic !== undefined) {
    packet.properties = { ...packet.properties, responseTopic: inAccount(root, responseTopic) };
  }
  return packet;
}

function filterInAccount(root: string, filter: string): string {
  const shared = parseShared(filter);
  // an invalid filter stays invalid
  if (shared === "invalid") return filter;
  if (shared === null) return inAccount(root, filter);
  return `$share/${shared.group}/${inAccount(root, shared.filter)}`;
}

export function willInAccount(root: string, will: Will): Will {
  if (root === "") return will;
  const { responseTopic } = will.properties;
  return {
    ...will,
    topic: inAccount(root, will.topic),
    ...(responseTopic !== undefined && {
      properties: { ...will.properties, responseTopic: inAccount(root, responseTopic) },
    }),
  };
}

/** Returns a topic or filter as its client sees it. The prefix itself is returned whole: nothing would remain of it. */
export function topicInView(root: string, topic: string): string {
  if (root === "" || topic === root) return topic;
  if (topic.startsWith(root)) return topic.slice(root.length);
  const shared = parseShared(topic);
  if (shared === null || shared === "invalid" || !shared.filter.startsWith(root)) return topic;
  return `$share/${shared.group}/${shared.filter.slice(root.length)}`;
}

export function publishInView(root: string, packet: PublishPacket): PublishPacket {
  if (root === "") return packet;
  const { topic, properties } = packet;
  const { responseTopic } = properties;
  return {
    ...packet,
    topic: topicInView(root, topic),
    ...(responseTopic !== undefined && {
      properties: { ...properties, responseTopic: topicInView(root, responseTopic) },
    }),
  };
}
