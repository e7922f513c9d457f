import { useMemo, useState } from "react";
import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { saveFile } from "../../lib/save-file.ts";
import { sizeText } from "../../lib/size-text.ts";
import { Button } from "../../ui/button.tsx";
import { Sign } from "../../ui/sign.tsx";
import { bytesOf, hexLines, jsonOf, visibleText } from "./content.ts";
import { JsonView } from "./json-view.tsx";

const DOWNLOAD = "M8 2v8.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11";

type View = "JSON" | "Text" | "Bytes";

/** Characters or bytes that are rendered at once: a megabyte would hold up the page. */
const RENDERED = { Text: 16_384, Bytes: 4_096 } as const;

interface MessageContentProps {
  message: RetainedMessage;
  isLoading: boolean;
  /** Loads the whole payload. */
  onWhole(): void;
}

/** The payload as JSON with folds, as text, or as bytes, whichever fits; another one by a press. */
export function MessageContent({ message, isLoading, onWhole }: MessageContentProps) {
  const { payload, encoding, bytes, topic } = message;
  const content = useMemo(() => bytesOf({ payload, encoding }), [payload, encoding]);
  const isWhole = content.length === bytes;
  const json = useMemo(() => (isWhole ? jsonOf({ payload, encoding }) : null), [payload, encoding, isWhole]);
  const views: View[] = [
    ...(json ? (["JSON"] as const) : []),
    ...(encoding === "utf-8" ? (["Text"] as const) : []),
    "Bytes",
  ];
  const [chosen, choose] = useState<View | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] as View);
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex rounded-md border border-hairline">
          <legend className="sr-only">Show the content as</legend>
          {views.map((each) => (
            <Button
              key={each}
              size="sm"
              look="quiet"
              className="touch aria-pressed:bg-well aria-pressed:font-semibold"
              aria-pressed={each === view}
              onClick={() => choose(each)}
            >
              {each}
            </Button>
          ))}
        </fieldset>
        <Button
          size="sm"
          look="quiet"
          className="touch"
          busy={isLoading && !isWhole}
          onClick={() => (isWhole ? save(topic, content) : onWhole())}
        >
          {isWhole && <Sign d={DOWNLOAD} className="size-4" />}
          {isWhole ? "Download" : `Load all ${sizeText(bytes)}`}
        </Button>
      </div>
      {!isWhole && (
        <p className="text-xs text-soft">
          The first {sizeText(content.length)} of {sizeText(bytes)}.
        </p>
      )}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long content scrolls in it, by keys too
        tabIndex={0}
        aria-label="Content"
        className="max-h-96 min-w-0 overflow-auto rounded-md border border-hairline bg-well p-3 shadow-sunk -outline-offset-2"
      >
        {view === "JSON" && json && <JsonView value={json.value} />}
        {view === "Text" && <Pieces whole={payload} step={RENDERED.Text} show={visibleText} />}
        {view === "Bytes" && <Pieces whole={content} step={RENDERED.Bytes} show={hexLines} isWide />}
      </section>
    </div>
  );
}

function save(topic: string, content: Uint8Array): void {
  const name = topic.replace(/[^\w.-]+/g, "_").slice(-80) || "message";
  saveFile(name, new Blob([content as Uint8Array<ArrayBuffer>], { type: "application/octet-stream" }));
}

interface PiecesProps<Whole> {
  whole: Whole;
  step: number;
  show(part: Whole): string;
  /** Lines stay whole and scroll. */
  isWide?: boolean;
}

/** The beginning, and more of it with each press. */
function Pieces<Whole extends string | Uint8Array>({ whole, step, show, isWide }: PiecesProps<Whole>) {
  const [length, setLength] = useState(step);
  return (
    <>
      <pre className={isWide ? "text-xs leading-5" : "text-xs leading-5 whitespace-pre-wrap wrap-anywhere"}>
        {show(whole.slice(0, length) as Whole)}
      </pre>
      {whole.length > length && (
        <Button size="sm" look="quiet" className="touch" onClick={() => setLength(length + 4 * step)}>
          Show more
        </Button>
      )}
    </>
  );
}
