/** The first packets of a stream, as if a client had sent them: CONNECT and SUBSCRIBE of MQTT 5. */

import { Writer } from "../../codec/writer.ts";
import { bearerOf } from "../../contract/token.ts";

const CONNECT = 0x10;
const SUBSCRIBE = 0x82;
/** Flags: user name, password, clean start. */
const FLAGS = 0xc2;
const VERSION = 5;
const PACKET_ID = 1;
/** QoS 2 keeps the QoS of each message; Retain As Published (0x08) keeps its RETAIN flag (MQTT 5, 3.8.3.1). */
const OPTIONS = 2 | 0x08;

const writer = new Writer();

/** `digest` identifies the bearer. The password only has the form of a token: the socket's headers name the caller. */
export function greeting(
  userId: string,
  digest: string,
  filters: readonly string[],
): Uint8Array<ArrayBuffer> {
  const password = new TextEncoder().encode(bearerOf("token", userId, digest.slice(0, 27)));
  writer.start();
  writer.text("MQTT");
  writer.u8(VERSION);
  writer.u8(FLAGS);
  // no keep alive: the worker closes the socket when its reader is gone, and a ping would wake the object
  writer.u16(0);
  writer.varint(0);
  writer.text(`stream-${crypto.randomUUID()}`);
  writer.text("stream");
  writer.binary(password);
  const connect = writer.finish(CONNECT).bytes;
  if (filters.length === 0) return connect.slice();
  writer.start();
  writer.u16(PACKET_ID);
  writer.varint(0);
  for (const filter of filters) {
    writer.text(filter);
    writer.u8(OPTIONS);
  }
  const subscribe = writer.finish(SUBSCRIBE).bytes;
  const both = new Uint8Array(connect.length + subscribe.length);
  both.set(connect);
  both.set(subscribe, connect.length);
  return both;
}
