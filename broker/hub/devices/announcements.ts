/**
 * Devices as Home Assistant finds them: announced while the account wants it, in step with their names and what they
 * measure, gone with them.
 */

import { announcementTopic } from "../../contract/topics.ts";
import { type Announced, announcementOf } from "../../discovery/announcement.ts";
import { labelOf } from "../../history/units.ts";
import type { FoundDevice } from "../../storage/rights-copy.ts";
import type { Store } from "../../storage/store.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import type { OwnWords } from "./own-words.ts";

type Announcing = Omit<Announced, "measured"> & Partial<Pick<FoundDevice, "found" | "labels">>;

export interface AnnouncementDependencies {
  store: Store;
  ownWords: OwnWords;
}

export class Announcements {
  readonly #deps: AnnouncementDependencies;

  constructor(deps: AnnouncementDependencies) {
    this.#deps = deps;
  }

  /** Home Assistant looks when it starts: where nothing is retained there is nothing to be found. */
  get wanted(): boolean {
    const { store, ownWords } = this.#deps;
    return store.meta.get("homeAssistant") === 1 && ownWords.areKept;
  }

  tell(plan: TurnPlan, { deviceId, name, found, labels }: Announcing): void {
    // what announces itself is found anyway
    if (found !== undefined) return;
    const { store, ownWords } = this.#deps;
    const announcement = announcementOf(store.meta.get("userId"), {
      ...{ deviceId, name },
      measured: this.#keysOf(deviceId).map((key) => ({ key, ...labelOf(key, labels) })),
    });
    ownWords.say(plan, this.#topic(deviceId), JSON.stringify(announcement));
  }

  /** It measures something that it did not before. */
  extended(plan: TurnPlan, deviceId: string): void {
    const device = this.wanted ? this.#deps.store.rightsCopy.device(deviceId) : null;
    if (device !== null) this.tell(plan, device);
  }

  forget(plan: TurnPlan, deviceId: string): void {
    this.#deps.ownWords.unsay(plan, this.#topic(deviceId));
  }

  #keysOf(deviceId: string): string[] {
    return [...this.#deps.store.history.of(`device:${deviceId}`).keys()];
  }

  #topic(deviceId: string): string {
    return announcementTopic(this.#deps.store.meta.get("userId"), deviceId);
  }
}
