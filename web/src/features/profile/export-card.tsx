import { Download } from "lucide-react";
import { callForFile } from "../../api/call-for-file.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";

/** The same files as `switchyard export`. */
export function ExportCard() {
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to export your account. Please try again.",
    done: "Your account is exported.",
  });
  const save = () => run(async () => saveFile("switchyard-export.zip", await callForFile("exportAccount")));
  return (
    <Panel title="Export" className="mt-5">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-prose text-sm">
            One zip file with your account: devices, channels, credentials, schedules, watches, events and
            values, and password and access files for Mosquitto. It contains your API keys and passwords: keep
            it secret.
          </p>
          <Button busy={busy} onClick={save}>
            <Download className="size-4" aria-hidden="true" />
            Export Account
          </Button>
        </div>
        <ProblemNote problem={problem} />
      </div>
    </Panel>
  );
}
