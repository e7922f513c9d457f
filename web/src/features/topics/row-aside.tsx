import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { ageText } from "../../devices/values.ts";
import { lineOf } from "./content.ts";
import { type LiveTopic, rateOf, rateText } from "./live-topics.ts";

interface RowAsideProps {
  message: RetainedMessage | undefined;
  live: LiveTopic | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** The content of a topic in its row, and its age; of a live one the last message, count and rate. */
export function RowAside({ message, live, now }: RowAsideProps) {
  if (live !== undefined) {
    const rate = rateText(rateOf(live, Date.now()));
    return (
      <>
        <Line text={lineOf(live.last)} />
        <span className="shrink-0 text-xs text-go tabular-nums">
          {live.count.toLocaleString("en-US")}×{rate && ` ${rate}`}
        </span>
      </>
    );
  }
  if (message === undefined) return null;
  return (
    <>
      <Line text={lineOf(message)} />
      <span className="shrink-0 text-xs text-soft tabular-nums">{ageText(now - Date.parse(message.at))}</span>
    </>
  );
}

const Line = ({ text }: { text: string }) => (
  <bdi className="min-w-0 flex-1 truncate text-right font-mono text-xs text-soft">{text}</bdi>
);
