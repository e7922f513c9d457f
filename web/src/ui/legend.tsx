import type { ReactNode } from "react";

/** The legend of a drawing. */
export const Legend = ({ children }: { children: ReactNode }) => (
  <ul aria-label="What is drawn" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
    {children}
  </ul>
);

/** `sign`: drawn in 16 by 10. */
export const LegendEntry = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <svg viewBox="0 0 16 10" className="h-2.5 w-4 shrink-0" aria-hidden="true">
      {sign}
    </svg>
    {children}
  </li>
);
