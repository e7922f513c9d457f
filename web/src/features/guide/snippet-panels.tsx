import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { SnippetChoice } from "./catalogue.ts";
import { Programs } from "./programs.tsx";
import type { Guide } from "./use-guide.ts";

interface SnippetPanelsProps {
  id: string;
  choices: readonly SnippetChoice[];
  at: number;
  /** Also those that are not chosen. */
  all: boolean;
  guide: Guide;
  onFound(at: number): void;
}

/**
 * The contents of the chosen tab, and of all once a person uses the page. Hidden ones can still be found by search, and
 * are printed. The chosen one stays the same element, because it may have the focus.
 */
export function SnippetPanels({ id, choices, at, all, guide, onFound }: SnippetPanelsProps) {
  return (
    <div className="min-w-0">
      {choices.map(
        (choice, index) =>
          (all || index === at) && (
            <TabPanel
              key={choice.label}
              id={`${id}-panel-${index}`}
              tab={`${id}-${index}`}
              shown={index === at}
              onFound={() => onFound(index)}
            >
              <Programs choice={choice} guide={guide} />
            </TabPanel>
          ),
      )}
    </div>
  );
}

interface TabPanelProps {
  id: string;
  tab: string;
  shown: boolean;
  onFound(): void;
  children: ReactNode;
}

/** React knows `hidden` only as a boolean. */
function TabPanel({ id, tab, shown, onFound, children }: TabPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  useLayoutEffect(() => {
    if (shown) panel.current?.removeAttribute("hidden");
    else panel.current?.setAttribute("hidden", "until-found");
  }, [shown]);
  useEffect(() => {
    const place = panel.current;
    const show = () => found.current();
    place?.addEventListener("beforematch", show);
    return () => place?.removeEventListener("beforematch", show);
  }, []);
  return (
    <div ref={panel} role="tabpanel" id={id} aria-labelledby={tab} className="grid min-w-0 gap-3">
      {children}
    </div>
  );
}
