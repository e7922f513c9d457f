import { classNames } from "../../lib/class-names.ts";

/** Decorative: the text is beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={classNames("size-4 shrink-0 animate-spin", className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" opacity=".25" />
      <path d="M8 2a6 6 0 0 1 6 6" strokeLinecap="round" />
    </svg>
  );
}

interface LoadingProps {
  children?: string | undefined;
  full?: boolean;
}

export function Loading({ children = "Loading...", full = false }: LoadingProps) {
  return (
    <p
      role="status"
      className={classNames(
        "flex items-center justify-center gap-2.5 text-sm text-soft",
        full ? "min-h-dvh" : "px-4 py-10",
      )}
    >
      <Spinner />
      {children}
    </p>
  );
}
