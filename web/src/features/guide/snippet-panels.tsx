import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { SnippetChoice } from "./catalogue.ts";
import { Programs } from "./programs.tsx";
import type { Guide } from "./use-guide.ts";

export interface PanelsProps {
  id: string;
  choices: readonly SnippetChoice[];
  at: number;
  guide: Guide;
  onFound(at: number): void;
}

/** The contents of all tabs. Hidden ones can still be found by search, and are printed. */
export default function SnippetPanels({ id, choices, at, guide, onFound }: PanelsProps) {
  return (
    <div className="min-w-0">
      {choices.map((choice, index) => (
        <TabPanel
          key={choice.label}
          id={`${id}-panel-${index}`}
          tab={`${id}-${index}`}
          shown={index === at}
          onFound={() => onFound(index)}
        >
          <Programs choice={choice} guide={guide} />
        </TabPanel>
      ))}
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
