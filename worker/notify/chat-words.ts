/** PURE. A notice in the words of a message that people read in a chat. */

import type { NoticeMessage } from "../../broker/contract/watch.ts";
import { isTimeZone, localAt } from "../../broker/schedules/local-time.ts";
import { noticeText, noticeValue, pushMessage } from "../present/notice.ts";
import type { ChatWords } from "./formats.ts";

/** What the account's person has set; nothing of a deleted account. */
interface Reader {
  /** The page's URL; null without one. */
  app: string | null;
  time_zone?: string | null;
  clock?: "12" | "24" | null;
}

const HELLO = "Hello from Switchyard. The notices of your watches arrive here.";

export function chatWords(message: NoticeMessage, { app, time_zone, clock }: Reader): ChatWords {
  if ("test" in message) {
    return {
      title: "Switchyard",
      lines: [HELLO],
      time: null,
      link: app && `${app}/dashboard`,
      state: "test",
    };
  }
  const { title, url } = pushMessage(message);
  const value = noticeValue(message);
  // a zone that the runtime has dropped must not keep the message back
  const zone = time_zone != null && isTimeZone(time_zone) ? time_zone : "UTC";
  return {
    title,
    lines: [noticeText(message), ...(value === null ? [] : [value])],
    time: momentText(message.at, zone, clock === "24"),
    link: app && app + url,
    state: message.state,
  };
}

/** `2026-11-29 18:05, Europe/Berlin`. */
function momentText(at: number, timeZone: string, is24: boolean): string {
  const [date = "", time = ""] = new Date(localAt(at, timeZone)).toISOString().split("T");
  const hour = Number(time.slice(0, 2));
  const minutes = time.slice(2, 5);
  const shown = is24 ? time.slice(0, 5) : `${hour % 12 || 12}${minutes} ${hour < 12 ? "AM" : "PM"}`;
  return `${date} ${shown}, ${timeZone}`;
}
