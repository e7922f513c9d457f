/**
 * Announcements for Home Assistant discovery, while the account wants them: updated with names and measured values,
 * removed with the device.
 */

import { announcementTopic, telemetryTopic } from "../../contract/topics.ts";
import { labelOf } from "../../contract/units.ts";
import { type DeviceAnnouncement, ownAnnouncement } from "../../discovery/own-announcement.ts";
import { expireAfter } from "../../history/samples.ts";
import type { Message } from "../../session/message.ts";
import type { AdoptedDevice } from "../../storage/rights-copy.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { timelyValues } from "../series/newest.ts";
import type { TurnPlan } from "../socket/connection.ts";
import { type BrokerMessages, messageOf } from "./broker-messages.ts";

type Announcing = Pick<DeviceAnnouncement, "deviceId" | "name"> &
  Partial<Pick<AdoptedDevice, "found" | "labels" | "controls">>;

export interface AnnouncementDependencies extends Pick<CommonDependencies, "store" | "connections"> {
  brokerMessages: BrokerMessages;
}

export class Announcements extends HubModule<AnnouncementDependencies> {
  /** Home Assistant reads retained announcements when it starts: without retained messages there is nothing to read. */
  get wanted(): boolean {
    const { store, brokerMessages } = this.deps;
    return store.meta.get("homeAssistant") === 1 && brokerMessages.areKept;
  }

  tell(plan: TurnPlan, { deviceId, name, found, labels, controls = [] }: Announcing): void {
    // a discovered device announces itself
    if (found !== undefined) return;
    const { store, brokerMessages } = this.deps;
    const topic = this.#topic(deviceId);
    const measured = this.#seriesOf(deviceId).map(({ key, usualMs }) => ({
      key,
      ...labelOf(key, labels),
      expireAfter: expireAfter(usualMs),
    }));
    const announcement = ownAnnouncement(
      store.meta.get("userId"),
      { deviceId, name, controls, measured },
      store.retained.textOf(topic),
    );
    brokerMessages.publish(plan, topic, JSON.stringify(announcement));
  }

  extended(plan: TurnPlan, deviceId: string): void {
    const device = this.wanted ? this.deps.store.rightsCopy.device(deviceId) : null;
    if (device !== null) this.tell(plan, device);
  }

  forget(plan: TurnPlan, deviceId: string): void {
    this.deps.brokerMessages.removeRetained(plan, this.#topic(deviceId));
  }

  /** The last values of each device as messages, without overdue ones. */
  lastValues(now: number): Message[] {
    const userId = this.deps.store.meta.get("userId");
    const ofDevices = timelyValues(now, this.deps).filter(({ source }) => source.startsWith("device:"));
    return [...Map.groupBy(ofDevices, ({ source }) => source.slice(7))].map(([deviceId, values]) => {
      const said = Object.fromEntries(values.map(({ key, value }) => [key, value]));
      return messageOf(telemetryTopic(userId, deviceId), JSON.stringify(said));
    });
  }

  #seriesOf(deviceId: string) {
    return [...this.deps.store.history.of(`device:${deviceId}`).values()];
  }

  #topic(deviceId: string): string {
    return announcementTopic(this.deps.store.meta.get("userId"), deviceId);
  }
}
