import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";

interface LostModalProps {
  title: string;
  className: string;
  onClose(): void;
  giveBack(event: Event): void;
  children: ReactNode;
}

/** Shown when the code of a dialog cannot be loaded. The screen behind it stays usable. */
export function LostModal({ title, className, onClose, giveBack, children }: LostModalProps) {
  const box = useRef<HTMLElement>(null);
  const [leave] = useState(() => () => giveBack(new Event("close")));
  useEffect(() => {
    box.current?.focus();
    return leave;
  }, [leave]);
  return (
    <section
      ref={box}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className={className}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <IconButton label="Close" className="m-3 self-end" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
      <div className="px-5 pb-5">{children}</div>
    </section>
  );
}
