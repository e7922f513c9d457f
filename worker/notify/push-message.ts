import type { NoticeMessage } from "../../broker/contract/watch.ts";
import type { PushMessage } from "../contract/watches.ts";
import { noticeText } from "../present/notice.ts";

export function pushMessage(message: NoticeMessage): PushMessage {
  if ("test" in message) {
    return { title: "Switchyard", body: "This browser gets your notices.", url: "/dashboard", tag: "test" };
  }
  const { watch, device } = message.facts;
  const url = device === null ? "/dashboard" : `/dashboard/devices/${device.id}`;
  return { title: watch.name, body: noticeText(message), url, tag: watch.id };
}
