import type { BrokerLimitName } from "../../../../broker/contract/limits.ts";

const ADVICE: Partial<Record<BrokerLimitName, string>> = {
  MQTT_MAX_PACKET_SIZE: "The message is larger than one may be. Send less at once, a link to a picture, say.",
  MQTT_MAX_TOPIC_BYTES: "The topic is too long. Shorten its words.",
  MQTT_MAX_TOPIC_LEVELS: "The topic has too many slashes. Use fewer levels.",
  MQTT_MAX_CLIENT_ID_BYTES: "The client id is too long. Shorten it.",
  MQTT_MAX_SUBSCRIPTIONS:
    "It listens to too many topics one by one. One with a wildcard, such as home/#, stands for many.",
  MQTT_MAX_CONNECTIONS:
    "Too many are connected, or too many with one login. Disconnect what is not needed, or give devices logins of their own.",
  MQTT_CONNECT_RATE: "It reconnects all the time. Two programs may share its client id: give each its own.",
  MQTT_PUBLISH_RATE: "More messages than the account may send. Send more seldom.",
  MQTT_PUBLISH_BYTES: "More bytes than the account may send at once. Send less, or more slowly.",
  MQTT_SUBSCRIBE_RATE: "It subscribes faster than it may. It may try again in a moment.",
  MQTT_FRAME_RATE: "It sends faster than anything should. Look for a loop in its program.",
  MQTT_MAX_RETAINED:
    "No more messages can be kept. Clear some: publish an empty, retained one to their topics.",
  MAX_SERIES: "It measures more values than are kept. Send fewer, under names that stay the same.",
  MAX_ROWS_A_DAY:
    "So much was written down today that nothing more is until midnight UTC. Look for what sends or switches too often.",
  MQTT_MAX_QUEUED:
    "Too many messages wait for a client that does not take them. Let it connect, or remove it.",
  MQTT_MAX_SESSIONS: "Too many clients that are away are remembered. Let some connect with a clean session.",
  MQTT_MAX_UNSENT: "It takes its messages too slowly. Let it subscribe to fewer.",
};

export const adviceOn = (limit = ""): string =>
  (ADVICE as Record<string, string | undefined>)[limit] ?? "It asked for more than a limit allows.";
