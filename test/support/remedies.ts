/** A refusal for each kind of remedy, as the API returns it. */

import { randomUUID } from "node:crypto";
import type { Refusal } from "../../worker/contract/refusals.ts";

type Remedy = NonNullable<Refusal["remedy"]>;
type Row = [kind: Refusal["kind"], tried: string, rule: string, remedy: (id: string) => Remedy];

const ROWS: readonly Row[] = [
  [
    "publish",
    "greenhouse/fan/speed",
    "no channel of the credential has this topic.",
    (id) => ({ kind: "grant", credential_id: id, topic: "greenhouse/fan/speed" }),
  ],
  [
    "publish",
    "tele/plug/STATE",
    "every topic of this account begins with its user id, and this credential sees topics with it.",
    (id) => ({ kind: "view", credential_id: id, view: "root" }),
  ],
  [
    "publish",
    "esphome/porch/status",
    "the account is classic: it takes QoS 0 and 1 only.",
    () => ({ kind: "profile" }),
  ],
  [
    "connect",
    "homeassistant",
    "others have this user name, too, and no address names the account.",
    (id) => ({ kind: "username", credential_id: id }),
  ],
  [
    "publish",
    "home/home/porch/light",
    "it is no topic of this account.",
    () => ({ kind: "topic", topic: "home/porch/light" }),
  ],
  [
    "connect",
    "porch",
    "the password was rotated, and the earlier one's time is over.",
    (id) => ({ kind: "password", credential_id: id }),
  ],
  [
    "limit",
    "zigbee2mqtt/bridge/definitions",
    "the packet has 1,203,114 bytes; at most 1,048,576 are taken.",
    () => ({ kind: "limit", limit: "MQTT_MAX_PACKET_SIZE" }),
  ],
];

export const refusalsOf = (credentialId: string): Refusal[] =>
  ROWS.map(([kind, tried, rule, remedy], at) => ({
    id: randomUUID(),
    at: new Date(Date.now() - at * 61_000).toISOString(),
    kind,
    client_id: "DVES_4F2A91",
    client_kind: "credential",
    client_name: "porch",
    device_id: null,
    tried,
    rule,
    nearest: null,
    fix: null,
    remedy: remedy(credentialId),
    advice: "Change the client.",
    key: null,
    byte: null,
    count: 1,
  }));
