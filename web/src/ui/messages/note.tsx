import type { ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { Tone } from "../lamp.tsx";
import { Sign } from "../sign.tsx";

export type NoteTone = Exclude<Tone, "unknown">;

const NOTES: Record<NoteTone, { look: string; sign: string }> = {
  idle: {
    look: "border-hairline bg-well",
    sign: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M8 7.5V11M8 5h.01",
  },
  go: {
    look: "border-go/50 bg-go-wash [&>svg]:text-go",
    sign: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M5.2 8.2l2 2 3.6-4",
  },
  wait: { look: "border-wait/50 bg-wait-wash [&>svg]:text-wait", sign: "M8 1.8 15 14H1zM8 6.2v3.6M8 12h.01" },
  stop: {
    look: "border-stop/50 bg-stop-wash [&>svg]:text-stop",
    sign: "M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM8 4.8v4M8 11.2h.01",
  },
};

interface NoteProps {
  tone?: NoteTone;
  title?: string | undefined;
  /** Announced when it appears. Failures always are. */
  live?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A note with a frame, an icon and an optional title. */
export function Note({ tone = "idle", title, live = false, className, children }: NoteProps) {
  const { look, sign } = NOTES[tone];
  return (
    <div
      role={tone === "stop" ? "alert" : live ? "status" : undefined}
      className={classNames("flex gap-3 rounded-md border px-4 py-3 text-sm text-ink", look, className)}
    >
      <Sign d={sign} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 [&_a]:font-medium [&_a]:underline [&_a]:underline-offset-2">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
