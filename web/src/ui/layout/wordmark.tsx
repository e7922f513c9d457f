import { classNames } from "../../lib/class-names.ts";

/** The product's mark: railway points with a signal. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 34 22" className={classNames("h-5.5 w-8.5", className)} fill="none" aria-hidden="true">
      <path d="M9 16h24" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" opacity=".35" />
      <path
        d="M1.5 16H10L20.5 5.5h12"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="10" cy="16" r="4.2" fill="var(--go-lamp)" stroke="currentColor" strokeWidth="2" />
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
