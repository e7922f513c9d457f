import { OWN_CALLS } from "virtual:own-calls";
import { Download } from "lucide-react";
import { addressOf } from "../../api/client.ts";
import { CallError, problemOf } from "../../api/problem.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { saveFile } from "../../lib/save-file.ts";
import { session } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";

/** A file may take minutes. */
const DEADLINE_MS = 600_000;
const lost = (): never => {
  throw new CallError(0, null);
};

/** Fetches a call's answer as a file. A download that breaks off is an error. */
async function callForFile(name: "exportAccount"): Promise<Blob> {
  const now = session.get();
  const token = now.status === "authenticated" ? now.token : "";
  const response = await fetch(addressOf(OWN_CALLS[name], {}), {
    headers: { Authorization: `Token ${token}` },
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(lost);
  if (!response.ok) throw problemOf(response.status, await response.text().catch(() => ""));
  return response.blob().catch(lost);
}

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
