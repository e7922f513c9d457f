/** Command topics that a discovered device must not name: a press would control something else. */

import type { DiscoveredSwitch } from "../../contract/discovered.ts";
import {
  controlledDevice,
  displayTopic,
  measuringDevice,
  storedTopic,
  wordsOfTheBroker,
} from "../../contract/topics.ts";
import { isAnnouncing } from "../../discovery/announced.ts";
import { stateReports } from "../../discovery/state-reports.ts";
import { isTopicName } from "../../routing/filter.ts";

/** Returns why commands must not be sent to this topic; null when they may. `adopted`: the devices adopted before. */
export function whyNotCommanded(
  userId: string,
  named: string,
  adopted: readonly (DiscoveredSwitch & { place?: string })[],
): string | null {
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
      device.commandTopic,
      ...[...stateReports(device), ...device.availability].map((each) => each.topic),
    ].some((each) => storedTopic(userId, each) === topic),
  );
  return isAdopted ? "Its command topic belongs to a device that was adopted before." : null;
}
