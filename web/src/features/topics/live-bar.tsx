import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/inputs/field.tsx";
import { Lamp, type Tone } from "../../ui/lamp.tsx";
import { messagesText } from "./removal.ts";
import type { Live, LivePhase } from "./use-live.ts";

const PHASES: Record<LivePhase, { tone: Tone; text: string }> = {
  off: { tone: "idle", text: "Off" },
  connecting: { tone: "wait", text: "Connecting" },
  on: { tone: "go", text: "Live" },
  paused: { tone: "idle", text: "Paused while hidden" },
  refused: { tone: "stop", text: "Not connected; trying again" },
};

interface LiveBarProps {
  live: Live;
  filter: string;
  onFilter(filter: string): void;
}

/** The filter of the stream, and how it is. */
export function LiveBar({ live: { phase, topics }, filter, onFilter }: LiveBarProps) {
  const [typed, setTyped] = useState(filter);
  const { tone, text } = PHASES[phase];
  const messages = [...topics.topics.values()].reduce((sum, { count }) => sum + count, 0);
  return (
    <form
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onFilter(typed.trim());
      }}
    >
      <p role="status" className="flex items-center gap-2 text-sm">
        <Lamp tone={tone} blinking={tone === "wait"} />
        {text}
      </p>
      <Input
        aria-label="Filter of the live messages"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="h-9! max-w-64 min-w-32 flex-1 font-mono"
      />
      <Button type="submit" size="sm" className="touch" disabled={typed.trim() === filter}>
        Follow
      </Button>
      <p className="text-xs text-soft tabular-nums">
        {messagesText(messages)}
        {topics.beyond > 0 && `, ${topics.beyond.toLocaleString("en-US")} on further topics are not shown`}
        {topics.gaps > 0 && `, lost some on the way ${topics.gaps.toLocaleString("en-US")} times`}
      </p>
    </form>
  );
}
