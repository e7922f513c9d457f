/** Whether a device is there: by its connections, or, where they are not ours, by what it says of itself. */

import type { Availability } from "../../contract/found.ts";
import { storedTopic } from "../../contract/topics.ts";
import { says, textAt } from "../../discovery/reading.ts";
import type { Store } from "../../storage/store.ts";
import type { Connection } from "../sockets/connection.ts";
import type { Turns } from "../turn/turns.ts";

export interface ReachDependencies {
  store: Store;
  turns: Pick<Turns<Connection>, "now">;
}

/** In place of what is retained on this topic. */
export interface Instead {
  topic: string;
  payload: Uint8Array;
}

export class Reach {
  readonly #store: Store;
  readonly #turns: Pick<Turns<Connection>, "now">;

  constructor({ store, turns }: ReachDependencies) {
    this.#store = store;
    this.#turns = turns;
  }

  isThere(deviceId: string): boolean {
    return this.#store.sessions.liveOfDevice(deviceId) > 0 || this.says(deviceId);
  }

  /** As a found device says it, by what is retained; one that has no way to say it is there. False for any other. */
  says(deviceId: string, instead?: Instead): boolean {
    const found = this.#store.rightsCopy.found.find((each) => each.deviceId === deviceId)?.found;
    if (found === undefined) return false;
    const heard = found.availability.map((each) => this.#heard(each, instead));
    if (heard.length === 0) return true;
    if (found.availabilityMode === "all") return heard.every(({ isOnline }) => isOnline);
    if (found.availabilityMode === "any") return heard.some(({ isOnline }) => isOnline);
    return heard.reduce((a, b) => (b.seq > a.seq ? b : a)).isOnline;
  }

  #heard({ topic, path, online }: Availability, instead?: Instead): { seq: number; isOnline: boolean } {
    const { retained, meta } = this.#store;
    const stored = storedTopic(meta.get("userId"), topic);
    const isNew = instead?.topic === stored;
    const seq = isNew ? Infinity : retained.seqOf(stored);
    const payload = isNew ? instead.payload : retained.at(seq, this.#turns.now)?.payload;
    const text = payload === undefined ? null : textAt(new TextDecoder().decode(payload), path);
    return { seq, isOnline: text !== null && says(text, online) };
  }
}
