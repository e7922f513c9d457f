import { classNames } from "../lib/class-names.ts";

export type Tone = "go" | "wait" | "stop" | "idle" | "unknown";

const LAMPS: Record<Tone, string> = {
  go: "border-go-lamp bg-go-lamp lamp-lit",
  wait: "border-wait-lamp bg-wait-lamp lamp-lit",
  stop: "border-stop-lamp bg-stop-lamp lamp-lit",
  // Unlit: an empty ring, which differs by shape, too.
  idle: "border-edge bg-transparent",
  // Unknown: a dashed ring.
  unknown: "border-edge border-dashed bg-transparent",
};

/** A signal lamp. The text beside it has the same meaning. */
export function Lamp({ tone, blinking = false }: { tone: Tone; blinking?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "inline-block size-2 shrink-0 rounded-full border-[1.5px]",
        LAMPS[tone],
        blinking && "animate-wait",
      )}
    />
  );
}

const BADGES: Record<Tone, string> = {
  go: "border-go/40 bg-go-wash text-go",
  wait: "border-wait/40 bg-wait-wash text-wait",
  stop: "border-stop/40 bg-stop-wash text-stop",
  idle: "border-hairline bg-well text-soft",
  unknown: "border-hairline border-dashed bg-transparent text-soft",
};

interface BadgeProps {
  tone: Tone;
  /** A longer text, which may wrap on a narrow card. */
  long?: boolean;
  /** A long name, truncated where needed; `title` has all of it. */
  truncated?: boolean;
  title?: string | undefined;
  children: string;
}

export function Badge({ tone, long = false, truncated = false, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-medium",
        !long && "whitespace-nowrap",
        truncated && "max-w-full min-w-0",
        BADGES[tone],
      )}
    >
      <Lamp tone={tone} />
      {truncated ? <span className="truncate">{children}</span> : children}
    </span>
  );
}
