import { type ReactNode, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Sign } from "../sign.tsx";

interface FoldProps {
  title: string;
  /** A short description of the content. */
  about?: string;
  /** Open at first: its content was filled in before. */
  openAtFirst?: boolean;
  /** Cut instead of broken, on the ground of a panel. */
  isLine?: boolean;
  children: ReactNode;
}

/** Content for few users, rendered on a press. */
export function Fold({ title, about, openAtFirst = false, isLine = false, children }: FoldProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={classNames("group min-w-0 rounded-md border border-hairline", isLine && "bg-panel")}
    >
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2.5 rounded-md px-3 py-2 text-sm hover:bg-well [&::-webkit-details-marker]:hidden">
        <Sign d="m6 3 5 5-5 5" className="size-3.5 shrink-0 group-open:rotate-90" />
        <span className={classNames("min-w-0", isLine && "truncate")}>
          <span className="font-medium">{title}</span>
          {about && <span className="text-soft"> {about}</span>}
        </span>
      </summary>
      {open && <div className="grid grid-cols-1 gap-5 border-t border-hairline p-4">{children}</div>}
    </details>
  );
}
