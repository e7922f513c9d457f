import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, Copy, Pause, Play, Trash2 } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { timeFormat } from "../../lib/time.ts";
import { IconButton } from "../../ui/button.tsx";
import { useCopied } from "../../ui/copy.tsx";
import { Input } from "../../ui/inputs/field.tsx";
import { Badge, type Tone } from "../../ui/lamp.tsx";
import { asText, filtered, type LogEntry, type MessageLog, pretty } from "./message-log.ts";

function useHeld(log: MessageLog, paused: boolean): { held: readonly LogEntry[]; missed: number } {
  const entries = useStore(log.entries);
  const kept = useRef(entries);
  // Clearing also works while paused.
  if (!paused || entries.length === 0) kept.current = entries;
  return { held: kept.current, missed: (entries.at(-1)?.id ?? 0) - (kept.current.at(-1)?.id ?? 0) };
}

export function LogView({ log }: { log: MessageLog }) {
  const [paused, setPaused] = useState(false);
  const [words, setWords] = useState("");
  const [copied, copy] = useCopied();
  const { held, missed } = useHeld(log, paused);
  const shown = useMemo(() => filtered(held, words), [held, words]);
  return (
    <section aria-label="Messages" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <h3 className="mr-auto text-sm">
          Messages{" "}
          <span className="font-normal text-soft tabular-nums">
            {shown.length.toLocaleString("en-US")}
            {missed > 0 && `, ${missed.toLocaleString("en-US")} more since paused`}
          </span>
        </h3>
        <Input
          type="search"
          aria-label="Filter messages"
          placeholder="Filter"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="h-8! sm:max-w-48 max-sm:order-last"
        />
        <IconButton label={paused ? "Resume" : "Pause"} onClick={() => setPaused(!paused)}>
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </IconButton>
        <IconButton label="Copy messages" onClick={() => copy(asText(shown))}>
          {copied ? <Check className="text-go" aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
        <IconButton label="Clear messages" onClick={() => log.clear()}>
          <Trash2 aria-hidden="true" />
        </IconButton>
        <span role="status" className="sr-only">
          {copied ? "Copied" : ""}
        </span>
      </div>
      {/* A new search starts at the top. */}
      <Entries
        key={words}
        entries={shown}
        empty={words.trim() === "" ? "No messages yet" : "No messages match"}
      />
    </section>
  );
}

/** Estimated height of a one-line message; visible rows are measured. */
const ROW_HEIGHT = 48;

function Entries({ entries, empty }: { entries: readonly LogEntry[]; empty: string }) {
  const box = useRef<HTMLDivElement>(null);
  const entryAt = (index: number) => entries[entries.length - 1 - index];
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => entryAt(index)?.id ?? index,
    overscan: 6,
  });
  return (
    <div
      ref={box}
      role="log"
      // Reading every message aloud would never end.
      aria-live="off"
      aria-label="Message log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to scroll it
      tabIndex={0}
      className="h-62.5 overflow-y-auto overscroll-contain rounded-md border border-hairline bg-well shadow-sunk"
    >
      {entries.length === 0 && <p className="px-3 py-2.5 text-sm text-soft">{empty}</p>}
      <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const entry = entryAt(index);
          return (
            entry && (
              <div
                key={key}
                data-index={index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0 border-b border-hairline"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogLine entry={entry} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const timeText = timeFormat({
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

const KINDS: Record<LogEntry["kind"], { tone: Tone; text: string }> = {
  received: { tone: "go", text: "Received" },
  published: { tone: "idle", text: "Published" },
  notice: { tone: "idle", text: "Notice" },
};

const LogLine = memo(function LogLine({ entry }: { entry: LogEntry }) {
  const { tone, text } = KINDS[entry.kind];
  return (
    <div className="grid gap-1 px-3 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <time dateTime={new Date(entry.at).toISOString()} className="text-soft tabular-nums">
          {timeText(entry.at)}
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
