import type { ResponseOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";

const WORKS: Record<NoticeTarget["kind"], string> = {
  push: "Sent. The notification appears in that browser in a moment.",
  mail: "Sent. Look into your mailbox.",
  webhook: "It works.",
};

/** What a test has shown, in words. */
export const testText = (
  { kind }: Pick<NoticeTarget, "kind">,
  { outcome, detail }: Pick<ResponseOf<"testTarget">, "outcome" | "detail">,
): { works: boolean; text: string } =>
  outcome === "delivered"
    ? { works: true, text: kind === "webhook" ? `${WORKS.webhook} ${detail}` : WORKS[kind] }
    : { works: false, text: `Not sent. ${detail}` };
