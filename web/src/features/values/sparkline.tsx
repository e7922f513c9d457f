import type { Stretch } from "../../devices/bands.ts";
import type { Drawn } from "./gaps.ts";
import { sparkOf } from "./sparkline-path.ts";

export function Sparkline({ drawn, stretch }: { drawn: Drawn; stretch: Stretch }) {
  const spark = sparkOf(drawn, stretch);
  if (!spark) return null;
  return (
    <svg aria-hidden="true" className="size-full overflow-visible" fill="none">
      {/* Scaled to its place, which its line is not. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full overflow-visible"
      >
        <path
          d={spark.path}
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <circle cx={`${spark.last.x}%`} cy={`${spark.last.y}%`} r="2" fill="currentColor" />
    </svg>
  );
}
