import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isLoopback } from "../../../../../worker/contract/addresses.ts";
import { classNames } from "../../../lib/class-names.ts";
import { useStore } from "../../../lib/store.ts";
import { brokerUrl } from "../../../live/broker-url.ts";
import { LocalhostNote } from "../../../ui/messages/localhost-note.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { accountUrl } from "../broker.ts";
import type { Guide } from "../use-guide.ts";
import { readerIsThere } from "../use-near.ts";
import { CHOICES, type SnippetChoice, speaksBoth, speaksTcpOnly } from "./catalogue.ts";
import { Snippet } from "./snippet.tsx";

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface SnippetTabsProps {
  label: string;
  of: keyof typeof CHOICES;
  guide: Guide;
  /** The tab that is open at first. */
  first?: number;
  onChoose?: (at: number) => void;
}

export default function SnippetTabs({ label, of, guide, first = 0, onChoose }: SnippetTabsProps) {
  const choices = CHOICES[of];
  const id = useId();
  const [at, setAt] = useState(first);
  const [overTcp, setOverTcp] = useState(false);
  const tcpUrl = tcpUrlOf(guide);
  const filled = overTcp && tcpUrl ? { ...guide, values: { ...guide.values, BROKER_URL: tcpUrl } } : guide;
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  // The press that proves a person is answered first.
  const all = useDeferredValue(useStore(readerIsThere));
  const host = new URL(brokerUrl("", window.location)).hostname;
  const choose = (next: number) => {
    setAt(next);
    onChoose?.(next);
  };
  const move = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(at, choices.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    tabs.current[next]?.focus();
  };
  return (
    <div className="grid min-w-0 gap-3">
      {isLoopback(host) && <LocalhostNote host={host} />}
      <div role="tablist" aria-label={label} className="flex flex-wrap gap-1 border-b border-hairline">
        {choices.map((each, index) => (
          <button
            key={each.label}
            ref={(button) => {
              tabs.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={all || index === at ? `${id}-panel-${index}` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={move}
            className={classNames(
              "-mb-px min-h-10 border-b-2 px-3 text-sm font-medium -outline-offset-2",
              index === at ? "border-ink text-ink" : "border-transparent text-soft hover:text-ink",
            )}
          >
            {each.label}
          </button>
        ))}
      </div>
      {tcpUrl && choices[at]?.files.some(speaksBoth) && <OverTcp checked={overTcp} onChange={setOverTcp} />}
      <SnippetPanels id={id} choices={choices} at={at} all={all} guide={filled} onFound={setAt} />
    </div>
  );
}

/** The broker's other address; null where it serves no TCP. */
const tcpUrlOf = ({ broker: { data }, values: { TCP_HOST, TCP_PORT } }: Guide): string | null =>
  data?.tcp ? `mqtt://${TCP_HOST}:${TCP_PORT}` : null;

/** Not the one of `ui/inputs/field.tsx`, which would bring the forms to a public page. */
const OverTcp = ({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) => (
  <label className="flex min-h-6 items-center gap-2.5 text-sm">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4.5 shrink-0 accent-(--go)"
    />
    Over TCP instead of a WebSocket
  </label>
);

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
function SnippetPanels({ id, choices, at, all, guide, onFound }: SnippetPanelsProps) {
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

function Programs({ choice: { files }, guide }: { choice: SnippetChoice; guide: Guide }) {
  return (
    <>
      {files.some(speaksTcpOnly) && <WithoutTcp guide={guide} />}
      {files.map((file) => (
        <Snippet key={file} file={file} guide={guide} />
      ))}
    </>
  );
}

/** A broker without TCP needs a bridge, and the snippet the bridge's address. */
function WithoutTcp({ guide: { broker } }: { guide: Guide }) {
  if (broker.data?.tcp !== null) return null;
  const to = accountUrl(broker.data, "").replace(/\/$/, "");
  return (
    <Note tone="wait" title="This broker speaks MQTT over WebSocket only">
      For TCP run the bridge on a machine near your device, and put that machine's address and the bridge's
      port into the code: <code className="break-all">npm run bridge -- --to {to}</code>
    </Note>
  );
}
