import { Download } from "lucide-react";
import { useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { readCsv, type Shown } from "./sources.ts";

interface CsvButtonProps {
  source: SeriesSource;
  keys: readonly string[];
  shown: Shown;
}

/** Every value of the device in the chart's range. */
export function CsvButton({ source, keys, shown }: CsvButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const csv = await readCsv(source, keys, shown);
      const day = new Date(shown.stretch.from).toISOString().slice(0, 10);
      const name = keys.length === 1 ? keys[0] : "values";
      saveFile(`${name}-${day}.csv`, new Blob([csv], { type: "text/csv" }));
    } catch {
      toast("error", "The values could not be loaded. Please try again.");
    }
    setBusy(false);
  };
  return (
    <Button size="sm" busy={busy} onClick={save}>
      <Download className="size-4" aria-hidden="true" />
      CSV
    </Button>
  );
}
