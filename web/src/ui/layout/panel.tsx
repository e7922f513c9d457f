import { type ReactNode, useEffect } from "react";
import { classNames } from "../../lib/class-names.ts";
import { focusOnScreen } from "../focus.ts";

interface PanelProps {
  title?: string;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Without inner margin, for tables and lists. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, aside, flush = false, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={classNames("min-w-0 rounded-lg border border-hairline bg-panel", className)}
    >
      {title && (
        <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline px-5 py-2.5">
          <h2 className="text-base">{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : "p-5"}>{children}</div>
    </section>
  );
}

interface PageHeadingProps {
  /** Shown above, for example breadcrumbs; on a phone in the line of the actions. */
  above?: ReactNode;
  actions?: ReactNode;
  children: string;
}

export function PageHeading({ above, actions, children }: PageHeadingProps) {
  // The heading may be rendered after its screen, when the data arrives; until then the screen has the focus.
  useEffect(() => {
    if (document.activeElement?.matches("main")) focusOnScreen();
  }, []);
  return (
    <div
      className={classNames(
        "mb-6 flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2",
        above !== undefined && "max-sm:mb-4 max-sm:gap-y-1",
      )}
    >
      {above}
      <h1
        className={classNames(
          "min-w-0 text-xl wrap-anywhere sm:text-2xl",
          above !== undefined && "max-sm:order-last max-sm:w-full",
        )}
      >
        <bdi>{children}</bdi>
      </h1>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
