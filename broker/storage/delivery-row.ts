/** An unsent or unacknowledged delivery as a row. */

import { utf8Length } from "../contract/utf8.ts";
import type { Delivery, Message, Phase, StoredDelivery } from "../session/message.ts";
import type { QoS } from "../session/packet.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";
import type { Sql } from "./sql.ts";

type DeliveryRow = Record<string, SqlStorageValue>;

/** Bytes that a row is counted for in addition to topic, payload and properties. */
const ROW_BYTES = 64;

function deliveryOf(row: DeliveryRow): Delivery {
  const qos = Number(row.qos) as QoS;
  const message: Message = {
    topic: String(row.topic),
    payload: new Uint8Array(row.payload as ArrayBuffer),
    qos,
    retain: row.retain === 1,
    properties: propertiesFrom(String(row.properties)),
    expiresAt: row.expires_at as number | null,
  };
  const identifiers = row.identifiers === "" ? [] : String(row.identifiers).split(",").map(Number);
  const command = row.command as number | null;
  const share = row.share as string | null;
  return {
    message,
    qos,
    retain: message.retain,
    identifiers,
    ...(command !== null && { command }),
    ...(row.by_broker === 1 && { byBroker: true }),
    ...(share !== null && { share }),
  };
}

const bytesOf = (message: Message, properties: string): number =>
  utf8Length(message.topic) + utf8Length(properties) + message.payload.length + ROW_BYTES;

export const queuedBytes = (message: Message): number => bytesOf(message, propertiesText(message.properties));

export const firstPhase = (delivery: Delivery): Phase => (delivery.qos === 2 ? "pubrec" : "puback");

export const storedOf = (row: DeliveryRow): StoredDelivery => ({
  seq: Number(row.seq),
  delivery: deliveryOf(row),
  packetId: row.packet_id as number | null,
  phase: String(row.phase) as Phase,
});

/** Inserts the row behind all others. Returns its bytes. */
export function insertRow(
  sql: Sql,
  session: number,
  delivery: Delivery,
  packetId: number | null,
  phase: Phase,
): number {
  const { message, qos, retain, identifiers, command = null, share = null, byBroker = false } = delivery;
  const properties = propertiesText(message.properties);
  const bytes = bytesOf(message, properties);
  sql.exec(
    `INSERT INTO deliveries (session, packet_id, phase, qos, retain, identifiers, topic, properties, payload, expires_at, bytes, command, share, by_broker)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session,
    packetId,
    phase,
    qos,
    retain ? 1 : 0,
    identifiers.join(","),
    message.topic,
    properties,
    blob(message.payload),
    message.expiresAt,
    bytes,
    command,
    share,
    byBroker ? 1 : 0,
  );
  return bytes;
}
