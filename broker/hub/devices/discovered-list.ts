/**
 * Lists devices that announce themselves and are not adopted, from retained messages. Reads in slices, so that other
 * clients are served in between.
 */

import type { DiscoveredListItem, DiscoveredSwitch } from "../../contract/discovered.ts";
import {
  controlledDevice,
  displayTopic,
  measuringDevice,
  storedTopic,
  wordsOfTheBroker,
} from "../../contract/topics.ts";
import { ANNOUNCING, announcedDevices, announcedNode, isAnnouncing } from "../../discovery/announced.ts";
import type { Announcement } from "../../discovery/bounds.ts";
import { MAX_ANNOUNCEMENT_BYTES } from "../../discovery/bounds.ts";
import { GroupedParts } from "../../discovery/grouped-parts.ts";
import { announcedPart, isPart } from "../../discovery/home-assistant.ts";
import { controlReports, stateReports } from "../../discovery/state-reports.ts";
import { stableId } from "../../events/record.ts";
import { isTopicName } from "../../routing/filter.ts";
import { type CommonDependencies, HubModule } from "../module.ts";

// Command topics that a discovered device must not name: a press would control something else.

type Adopted = DiscoveredSwitch & { place?: string };

/** The topics of its own that a device takes commands on. */
const commandTopics = ({ commandTopic, controls = [] }: DiscoveredSwitch): string[] => [
  commandTopic,
  ...controls.flatMap((control) => control.commandTopic ?? []),
];

/** Returns why the device must not be switched by its topics; null when it may. */
function whyNotSwitched(
  userId: string,
  device: DiscoveredSwitch,
  adopted: readonly Adopted[],
): string | null {
  const reasons = commandTopics(device).map((topic) => whyNotCommanded(userId, topic, adopted));
  return reasons.find((reason) => reason !== null) ?? null;
}

/** Returns why commands must not be sent to this topic; null when they may. `adopted`: the devices adopted before. */
export function whyNotCommanded(userId: string, named: string, adopted: readonly Adopted[]): string | null {
  const topic = storedTopic(userId, named);
  if (named === "" || !isTopicName(topic)) return "Its command topic is empty, or cannot be published to.";
  if (named.startsWith("$")) return "Its command topic begins with $, which no client may publish to.";
  if (isAnnouncing(displayTopic(userId, topic))) {
    return "Its command topic is one where devices announce themselves.";
  }
  const isOfDevice =
    controlledDevice(userId, topic) !== null ||
    measuringDevice(userId, topic) !== null ||
    wordsOfTheBroker(userId, topic) !== null;
  if (isOfDevice) return "Its command topic belongs to a device of this account.";
  const isAdopted = adopted.some((device) =>
    [
      ...commandTopics(device),
      ...[...stateReports(device), ...device.availability].map((each) => each.topic),
      ...controlReports(device).flatMap(({ report }) => report?.topic ?? []),
    ].some((each) => storedTopic(userId, each) === topic),
  );
  return isAdopted ? "Its command topic belongs to a device that was adopted before." : null;
}

const MAX_LISTED = 200;
const MAX_LIST_BYTES = 262_144;
const SLICE = 100;
/** A list without changes is read again after this, because announcements expire. */
const MAX_AGE_MS = 1000;

/** What a list was computed from. */
interface Reading {
  readonly list: Promise<DiscoveredListItem[]>;
  readonly at: number;
  readonly lastSeq: number;
  readonly count: number;
  readonly adopted: readonly object[];
}

export class DiscoveredList extends HubModule<Pick<CommonDependencies, "store" | "limits">> {
  #reading: Reading | null = null;

  /**
   * At most 200 devices and 256 KB. Calls within a second share one list while nothing is retained or adopted: parsing
   * costs milliseconds. `now` in milliseconds since 1970.
   */
  read(now: number): Promise<DiscoveredListItem[]> {
    const { retained, rightsCopy } = this.deps.store;
    const [{ lastSeq, count }, adopted] = [retained, rightsCopy.found];
    const last = this.#reading;
    const isSame = last?.lastSeq === lastSeq && last.count === count && last.adopted === adopted;
    if (last !== null && isSame && Math.abs(now - last.at) < MAX_AGE_MS) return last.list;
    const reading = { list: this.#read(now), at: now, lastSeq, count, adopted };
    this.#reading = reading;
    // a failure is not shared with later calls
    reading.list.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading.list;
  }

  async #read(now: number): Promise<DiscoveredListItem[]> {
    const rows: Announcement[] = [];
    const parts = new GroupedParts();
    let bytes = 0;
    let isTruncated = false;
    for await (const each of this.#devices(now, parts)) {
      bytes += JSON.stringify(each).length;
      isTruncated = rows.length === MAX_LISTED || bytes > MAX_LIST_BYTES;
      if (isTruncated) break;
      rows.push(each);
    }
    return rows.map((row, at) => this.#listed(row, parts, isTruncated && at === rows.length - 1));
  }

  #listed(row: Announcement, parts: GroupedParts, truncated: boolean): DiscoveredListItem {
    const { store, limits } = this.deps;
    const userId = store.meta.get("userId");
    const adopted = store.rightsCopy.found.map(({ found }) => found);
    const isFree = (topic: string): boolean => whyNotCommanded(userId, topic, adopted) === null;
    const { place, name, source, how } = parts.join(row, limits.MQTT_MAX_TOPIC_BYTES, isFree);
    return { id: stableId(userId, place), place, name, source, how, truncated };
  }

  async *#devices(now: number, parts: GroupedParts): AsyncGenerator<Announcement> {
    const { retained, rightsCopy, meta } = this.deps.store;
    const userId = meta.get("userId");
    const until = retained.lastSeq;
    for (const filter of ANNOUNCING) {
      let after = 0;
      for (;;) {
        const slice = retained.ahead(storedTopic(userId, filter), after, until, SLICE);
        const adopted = rightsCopy.found.map(({ found }) => found);
        const places = new Set(adopted.map(({ place }) => place));
        for (const row of slice) {
          for (const device of this.#announcedBy(userId, row, { now, parts })) {
            parts.count(device);
            if (places.has(device.place)) continue;
            const { how } = device;
            const whyNot = "whyNot" in how ? null : whyNotSwitched(userId, how, adopted);
            yield { ...device, how: whyNot === null ? how : { whyNot } };
          }
        }
        const last = slice.at(-1);
        if (last === undefined || slice.length < SLICE) break;
        after = last.seq;
        await scheduler.wait(0);
      }
    }
  }

  #announcedBy(
    userId: string,
    row: { seq: number; topic: string; bytes: number },
    { now, parts }: { now: number; parts: GroupedParts },
  ): Announcement[] {
    const topic = displayTopic(userId, row.topic);
    if ((announcedNode(topic) === null && !isPart(topic)) || wordsOfTheBroker(userId, row.topic) !== null)
      return [];
    const isRead = row.bytes <= MAX_ANNOUNCEMENT_BYTES;
    const message = isRead ? this.deps.store.retained.at(row.seq, now) : null;
    if (isRead && message === null) return [];
    const payload = message === null ? null : new TextDecoder().decode(message.payload);
    const part = payload === null ? null : announcedPart(topic, payload);
    if (part !== null) parts.add(part);
    return announcedDevices(topic, payload, this.deps.limits.MQTT_MAX_TOPIC_BYTES);
  }
}
