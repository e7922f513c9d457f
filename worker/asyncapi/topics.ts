/** The topics of an account, with the operations of its clients on them. */

import { controlTopic, statusTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import { type Channel, seriesList } from "../contract/channels.ts";
import type { DescribedAccount, DescribedBroker, DescribedDevice } from "./account.ts";
import type { ComponentRef, MqttMessage, TopicAction } from "./document.ts";
import { channelMessage, controlMessage, telemetryMessage } from "./messages.ts";

export interface DescribedTopic {
  /** Made of ids: names may be equal, and change. */
  key: string;
  /** With the account's prefix. */
  topic: string;
  title: string;
  description?: string;
  tag: "channels" | "devices";
  message: MqttMessage | ComponentRef;
  /** The titles of its operations. */
  actions: Partial<Record<TopicAction, string>>;
  /** The broker retains its messages. */
  retain: boolean;
  /** A login as this device may use the topic. */
  device?: string;
}

export const topicsOf = ({ userId, broker, channels, devices }: DescribedAccount): DescribedTopic[] => [
  ...channels.map(ofChannel),
  ...devices.flatMap((device) => ofDevice(userId, device, broker)),
];

const ofChannel = ({ id, name, topic, description, series }: Channel): DescribedTopic => ({
  key: `channel-${id}`,
  topic,
  title: name,
  tag: "channels",
  retain: false,
  ...(description !== "" && { description }),
  message: channelMessage(seriesList(series)),
  actions: { send: `Publish on ${name}`, receive: `Subscribe to ${name}` },
});

function ofDevice(
  userId: string,
  { id, name, found, values, controls }: DescribedDevice,
  { retain, maxSamples }: DescribedBroker,
) {
  const topics: DescribedTopic[] = [
    {
      key: `device-${id}-control`,
      topic: controlTopic(userId, id),
      title: `${name}: commands`,
      tag: "devices",
      message: controls.length === 0 ? ref("control") : controlMessage(controls),
      retain: false,
      actions: { send: `Switch ${name}`, receive: `Receive the commands of ${name}` },
    },
    {
      key: `device-${id}-status`,
      topic: statusTopic(userId, id),
      title: `${name}: status`,
      tag: "devices",
      message: ref("status"),
      retain,
      description: "Only the broker publishes here.",
      actions: { receive: `Receive the status of ${name}` },
    },
    {
      key: `device-${id}-telemetry`,
      topic: telemetryTopic(userId, id),
      title: `${name}: values`,
      tag: "devices",
      message: telemetryMessage(values, maxSamples),
      retain: false,
      actions: { send: `Publish values of ${name}`, receive: `Receive the values of ${name}` },
    },
  ];
  // a discovered device uses its own topics and login
  return found ? topics.slice(0, 2) : topics.map((topic) => ({ ...topic, device: id }));
}

const ref = (message: string): ComponentRef => ({ $ref: `#/components/messages/${message}` });
