import { memo } from "react";
import { Badge, type Tone } from "../../ui/lamp.tsx";
import { type Entry, pretty } from "./message-log.ts";

const TIME = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
});

const KINDS: Record<Entry["kind"], { tone: Tone; text: string }> = {
  received: { tone: "go", text: "Received" },
  published: { tone: "wait", text: "Published" },
  notice: { tone: "idle", text: "Notice" },
};

export const LogEntry = memo(function LogEntry({ entry }: { entry: Entry }) {
  const { tone, text } = KINDS[entry.kind];
  return (
    <div className="grid gap-1 px-3 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <time dateTime={new Date(entry.at).toISOString()} className="text-soft tabular-nums">
          {TIME.format(entry.at)}
        </time>
        <Badge tone={tone}>{text}</Badge>
        {entry.kind === "notice" ? (
          <span className="min-w-0 wrap-anywhere">{entry.text}</span>
        ) : (
          <>
            <code className="min-w-0 font-medium wrap-anywhere">{entry.topic}</code>
            <span className="ml-auto text-soft">
              {entry.retain && "Retained, "}QoS {entry.qos}
            </span>
          </>
        )}
      </div>
      {entry.kind !== "notice" && (
        <pre className="whitespace-pre-wrap wrap-anywhere">{pretty(entry.payload)}</pre>
      )}
    </div>
  );
});
