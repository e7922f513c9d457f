import type { BrokerLimitName } from "../../../../broker/contract/limits.ts";

const ADVICE: Partial<Record<BrokerLimitName, string>> = {
  MQTT_MAX_PACKET_SIZE:
    "The message is too large. Send less at once, for example a link instead of a picture.",
  MQTT_MAX_TOPIC_BYTES: "The topic is too long. Shorten it.",
  MQTT_MAX_TOPIC_LEVELS: "The topic has too many slashes. Use fewer levels.",
  MQTT_MAX_CLIENT_ID_BYTES: "The client id is too long. Shorten it.",
  MQTT_MAX_SUBSCRIPTIONS:
    "It has too many subscriptions. One with a wildcard, such as home/#, replaces many.",
  MQTT_MAX_CONNECTIONS:
    "Too many clients are connected, in all or with one login. Disconnect some, or give each device its own login.",
  MQTT_CONNECT_RATE: "It reconnects too often. Perhaps two programs share one client id: give each its own.",
  MQTT_PUBLISH_RATE: "The account sends too many messages. Send less often.",
  MQTT_PUBLISH_BYTES: "The account sends too many bytes. Send less, or more slowly.",
  MQTT_SUBSCRIBE_RATE: "It subscribes too fast. Try again in a moment.",
  MQTT_FRAME_RATE: "It sends far too fast. Look for an endless loop in its program.",
  MQTT_MAX_RETAINED:
    "Too many retained messages. Delete some: publish an empty retained message to their topics.",
  MAX_SERIES: "It sends more values than can be stored. Send fewer, with names that do not change.",
  MAX_ROWS_A_DAY:
    "Today's storage limit is reached; more is stored after midnight UTC. Look for a client that sends or switches too often.",
  MQTT_MAX_QUEUED: "Too many messages wait for a client that is offline or slow. Connect it, or remove it.",
  MQTT_MAX_SESSIONS: "Too many offline clients have sessions. Connect some of them with a clean session.",
  MQTT_MAX_UNSENT: "It reads its messages too slowly. Subscribe to fewer topics.",
};

export const adviceOn = (limit = ""): string =>
  (ADVICE as Record<string, string | undefined>)[limit] ?? "It exceeded a limit.";
