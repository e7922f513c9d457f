interface SignProps {
  /** The path of the drawing, in a square of 16 by 16. */
  d: string;
  className?: string;
}

/** A sign drawn here, not taken from the icon set, whose machinery every public page would carry for a few signs. */
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
