/** Retained messages: the last one of each topic. */

import type { Message } from "../protocol/message.ts";
import type { QoS } from "../protocol/packet.ts";
import type { Sql } from "./guarded-sql.ts";
import { blob, propertiesFrom, propertiesText } from "./message-columns.ts";

export class Retained {
  #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** [MQTT-3.3.1-5] it replaces the one before; [MQTT-3.3.1-6] [MQTT-3.3.1-7] an empty payload removes it. */
  put(message: Message): void {
    const { topic, payload, qos, properties, expiresAt } = message;
    if (payload.length === 0) {
      this.#sql.exec("DELETE FROM retained WHERE topic = ?", topic);
      return;
    }
    const insert =
      "INSERT OR REPLACE INTO retained (topic, qos, properties, payload, expires_at) VALUES (?, ?, ?, ?, ?)";
    this.#sql.exec(insert, topic, qos, propertiesText(properties), blob(payload), expiresAt);
  }

  /** Messages whose topic satisfies the test, expired ones left out. */
  matching(test: (topic: string) => boolean, now: number): Message[] {
    const topics = [
      ...this.#sql.exec("SELECT topic FROM retained WHERE expires_at IS NULL OR expires_at >= ?", now),
    ];
    return topics
      .map((row) => String(row.topic))
      .filter(test)
      .map((topic) => this.#read(topic));
  }

  #read(topic: string): Message {
    const row = this.#sql.exec("SELECT * FROM retained WHERE topic = ?", topic).one();
    return {
      topic,
      payload: new Uint8Array(row.payload as ArrayBuffer),
      qos: Number(row.qos) as QoS,
      retain: true,
      properties: propertiesFrom(String(row.properties)),
      expiresAt: row.expires_at as number | null,
    };
  }

  prune(now: number): void {
    this.#sql.exec("DELETE FROM retained WHERE expires_at < ?", now);
  }
}
