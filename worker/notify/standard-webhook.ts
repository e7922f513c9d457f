/** Requests of Standard Webhooks 1.0.0 around a CloudEvents 1.0 body in structured mode. */

import { Buffer } from "node:buffer";
import type { NoticeMessage } from "../../broker/contract/watch.ts";
import { mistakeFields } from "../present/event.ts";
import { moment } from "../present/moment.ts";
import { noticeText } from "../present/notice.ts";

/** The body as JSON. `source`: the URL of the API. The id is the notice's, the same in every attempt. */
export function cloudEvent(message: NoticeMessage, source: string): string {
  const common = {
    specversion: "1.0",
    id: message.id,
    source,
    time: moment(message.at),
    datacontenttype: "application/json",
  };
  if ("test" in message) {
    const data = { text: "This is a test. Answer it with 2xx, and notices follow." };
    return JSON.stringify({ ...common, type: "switchyard.webhook.test", data });
  }
  const { watch, device, key, event, mistake } = message.facts;
  // a watch of events has no key
  const why = mistake === undefined ? {} : mistakeFields(mistake);
  return JSON.stringify({
    ...common,
    type: `switchyard.notice.${message.state}`,
    ...(device !== null && { subject: device.id }),
    data: { state: message.state, text: noticeText(message), watch, device, key, event, ...why },
  });
}

/** The headers that prove id, time and body. Each secret adds a signature; the first is the current one's. */
export async function signedHeaders(
  { id, body, now }: { id: string; body: string; now: number },
  secrets: readonly Uint8Array<ArrayBuffer>[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map((secret) => signature(secret, signed)));
  return {
    "Content-Type": "application/cloudevents+json; charset=utf-8",
    "User-Agent": "Switchyard",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

async function signature(secret: Uint8Array<ArrayBuffer>, signed: Uint8Array): Promise<string> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, signed)).toString("base64")}`;
}
