import { useEffect, useRef } from "react";
import type { LogLine } from "./board-state.ts";

const TIME = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** The board's output. Scrolls to the newest line unless the user has scrolled up. */
export function SerialLog({ lines }: { lines: readonly LogLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest line is what is to be followed
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.at(-1)?.number]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Serial log"
      // A box that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="h-72 overflow-y-auto bg-well px-4 py-3 font-mono text-xs -outline-offset-2"
    >
      {lines.length === 0 && <p className="text-soft">Nothing printed yet.</p>}
      {lines.map(({ number, at, text }) => (
        <p key={number} className="flex gap-3">
          <time className="shrink-0 text-soft">{TIME.format(at)}</time>
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
      ))}
    </div>
  );
}
