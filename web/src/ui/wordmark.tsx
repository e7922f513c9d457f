import { classNames } from "../lib/class-names.ts";

/** Points: the through line, the diverging line, and the signal where they part. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 20" className={classNames("h-5 w-7", className)} fill="none" aria-hidden="true">
      <path d="M1 15h26" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" opacity=".38" />
      <path
        d="M1 15h5.5L17 4.5h10"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="6.5" cy="15" r="3.4" fill="var(--go-lamp)" stroke="var(--panel)" strokeWidth="1.4" />
    </svg>
  );
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2.5", className)}>
      <Mark />
      <span className="text-[1.0625rem] font-semibold tracking-[-0.02em]">Switchyard</span>
    </span>
  );
}
