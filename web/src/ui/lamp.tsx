import { classNames } from "../lib/class-names.ts";

export type Tone = "go" | "wait" | "stop" | "idle";

const LAMPS: Record<Tone, string> = {
  go: "border-go-lamp bg-go-lamp",
  wait: "border-wait-lamp bg-wait-lamp",
  stop: "border-stop-lamp bg-stop-lamp",
  // Unlit: an empty ring, so that it differs by shape too.
  idle: "border-edge bg-transparent",
};

/** A signal lamp. It only repeats what the words beside it say. */
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
};

interface BadgeProps {
  tone: Tone;
  /** More than two words, which a narrow card may break. */
  long?: boolean;
  children: string;
}

export function Badge({ tone, long = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-xs font-medium",
        !long && "whitespace-nowrap",
        BADGES[tone],
      )}
    >
      <Lamp tone={tone} />
      {children}
    </span>
  );
}
