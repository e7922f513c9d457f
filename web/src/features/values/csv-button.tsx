import { Download } from "lucide-react";
import { useState } from "react";
import type { SeriesSource } from "../../../../broker/contract/telemetry.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { readCsv, type Shown } from "./sources.ts";

interface CsvButtonProps {
  source: SeriesSource;
  valueKey: string;
  shown: Shown;
}

export function CsvButton({ source, valueKey, shown }: CsvButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const csv = await readCsv(source, valueKey, shown);
      const day = new Date(shown.stretch.from).toISOString().slice(0, 10);
      saveFile(`${valueKey}-${day}.csv`, new Blob([csv], { type: "text/csv" }));
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
