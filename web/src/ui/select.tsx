import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "../lib/class-names.ts";
import { controlClass } from "./field.tsx";

/** The platform's own list: the best one on a phone, and reachable in every way. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative min-w-0", className)}>
      <select {...rest} className={classNames(controlClass, "h-10 appearance-none truncate pr-9")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
      />
    </div>
  );
}
