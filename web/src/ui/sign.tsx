interface SignProps {
  /** The SVG path, in 16 by 16. */
  d: string;
  className?: string;
}

/** A few icons drawn here, because the icon library would add its runtime to every public page. */
export function Sign({ d, className }: SignProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
