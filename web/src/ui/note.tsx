import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import type { Tone } from "./lamp.tsx";

const NOTES: Record<Tone, { look: string; Icon: LucideIcon }> = {
  idle: { look: "border-hairline bg-well text-ink", Icon: Info },
  go: { look: "border-go/50 bg-go-wash text-ink [&>svg]:text-go", Icon: CircleCheck },
  wait: { look: "border-wait/50 bg-wait-wash text-ink [&>svg]:text-wait", Icon: TriangleAlert },
  stop: { look: "border-stop/50 bg-stop-wash text-ink [&>svg]:text-stop", Icon: OctagonAlert },
};

interface NoteProps {
  tone?: Tone;
  title?: string;
  /** Read out when it appears. Failures always are. */
  live?: boolean;
  className?: string;
  children: ReactNode;
}

/** Something to know, set apart by a frame, a sign and, where it has one, a title. */
export function Note({ tone = "idle", title, live = false, className, children }: NoteProps) {
  const { look, Icon } = NOTES[tone];
  return (
    <div
      role={tone === "stop" ? "alert" : live ? "status" : undefined}
      className={classNames("flex gap-3 rounded-md border px-4 py-3 text-sm", look, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 [&_a]:font-medium [&_a]:underline [&_a]:underline-offset-2">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
