/** The content of a push message, which the page's service worker shows as a notification. */
export interface PushMessage {
  title: string;
  body: string;
  /** The path that a press opens. */
  url: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
}
