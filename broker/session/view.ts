/**
 * Root view: a client's topic `x` is the account's `{userId}/x`. Here the prefix comes before what it says, and is taken off
 * what it is told; between the two edges all topics are whole. What has the prefix already is left alone.
 */

import { parseShared } from "../routing/filter.ts";
import type { Packet, PublishPacket, Will } from "./packet.ts";

/** `root` is the account's prefix; of whoever is in account view empty, and then everything stays as it is. */
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

/** Whoever publishes mostly does so to one topic: the very same string again is found faster in every map. */
let last = { root: "", said: "", topic: "" };

function publishInAccount(root: string, packet: PublishPacket): PublishPacket {
  const { topic: said, wire } = packet;
  // where an alias stands for the topic, it stands for the whole one
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
  // one that is wrong stays wrong
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

/** A topic, or a filter, as its client sees it. The one topic of which nothing would be left is told whole. */
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
