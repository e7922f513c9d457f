import { OWN_CALLS } from "virtual:own-calls";
import { Download } from "lucide-react";
import { useState } from "react";
import { addressOf } from "../../api/client.ts";
import { CallError, problemOf } from "../../api/problem.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { saveFile } from "../../lib/save-file.ts";
import { session } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { PasswordField } from "../../ui/inputs/password-input.tsx";
import { Panel } from "../../ui/layout/panel.tsx";

/** A file may take minutes. */
const DEADLINE_MS = 600_000;
const lost = (): never => {
  throw new CallError(0, null);
};

/** Fetches a call's answer as a file. A download that breaks off is an error. */
async function callForFile(password: string, onBytes: (bytes: number) => void): Promise<Blob> {
  const now = session.get();
  const token = now.status === "authenticated" ? now.token : "";
  const { method } = OWN_CALLS.exportWithPassword;
  const response = await fetch(addressOf(OWN_CALLS.exportWithPassword, {}), {
    method,
    headers: { Authorization: `Token ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ password }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch(lost);
  if (!response.ok || response.body === null)
    throw problemOf(response.status, await response.text().catch(() => ""));
  return readAll(response.body, onBytes).catch(lost);
}

/** Reports how much has arrived: the length of an export is not known before its end. */
async function readAll(body: ReadableStream<BlobPart>, onBytes: (bytes: number) => void): Promise<Blob> {
  const reader = body.getReader();
  const parts: Blob[] = [];
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blob = new Blob([part.value]);
    parts.push(blob);
    bytes += blob.size;
    onBytes(bytes);
  }
  return new Blob(parts, { type: "application/zip" });
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The same files as `switchyard export`. All passwords are in them, so the person proves to be the owner. */
export function ExportCard() {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Export">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-sm">
          One zip file with your account: devices, channels, credentials, schedules, watches, events, the
          hourly averages of all values, and password and access files for Mosquitto. It contains your API
          keys and passwords: keep it secret.
        </p>
        <Button onClick={() => setAsking(true)}>
          <Download className="size-4" aria-hidden="true" />
          Export Account
        </Button>
      </div>
      <Modal open={asking} title="Export Account" onClose={() => setAsking(false)}>
        <ExportForm onClose={() => setAsking(false)} />
      </Modal>
    </Panel>
  );
}

function ExportForm({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState("");
  const [bytes, setBytes] = useState(0);
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to export your account. Please try again.",
    done: "Your account is exported.",
  });
  const save = async () => {
    setBytes(0);
    const load = async () => saveFile("switchyard-export.zip", await callForFile(password, setBytes));
    if (await run(load)) onClose();
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Export" onSubmit={save} onCancel={onClose}>
      <p className="text-sm">The file contains all passwords of your devices. Confirm that it is you.</p>
      <PasswordField
        label="Your password"
        autoFocus
        autoComplete="current-password"
        value={password}
        errors={problem.fields.password}
        onChange={setPassword}
      />
      {busy === true && (
        <div className="grid gap-1 text-sm text-soft">
          <progress aria-label="Export" className="w-full accent-ink" />
          <p className="tabular-nums">
            {bytes === 0
              ? "Collecting your data…"
              : `${megabytes(bytes)} loaded. A large account takes minutes.`}
          </p>
        </div>
      )}
    </DialogForm>
  );
}
