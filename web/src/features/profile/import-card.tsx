import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { part } from "../../ui/loading/part.tsx";

const ImportSteps = part(() => import("./import-steps.tsx"));

/** The way back from an export. The code that reads the file is loaded once a file is chosen. */
export function ImportCard() {
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [chosen, setChosen] = useState<{ file: File; number: number } | null>(null);
  const choose = (file: File | undefined) => {
    if (file !== undefined) setChosen({ file, number: (chosen?.number ?? 0) + 1 });
    // the same file can be chosen again
    if (input.current !== null) input.current.value = "";
  };
  return (
    <Panel title="Import">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-sm">
            Restores an export into this account. What is here already is found by its name and never doubled,
            so you can do it again at any time. Nothing is deleted.
          </p>
          <Button busy={running} onClick={() => input.current?.click()}>
            <Upload className="size-4" aria-hidden="true" />
            Choose Export
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Export to restore"
            accept=".zip,application/zip"
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </div>
        {chosen !== null && <ImportSteps key={chosen.number} file={chosen.file} onRunning={setRunning} />}
      </div>
    </Panel>
  );
}
