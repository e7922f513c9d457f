import { OWN_CALLS } from "virtual:own-calls";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { API_LIMITS } from "../../../../worker/contract/api-limits.ts";
import { ImportError, readAccountFile } from "../../../../worker/import/account-file.ts";
import { readArchive } from "../../../../worker/import/archive.ts";
import { hasWork, type ImportPlan, planImport } from "../../../../worker/import/plan.ts";
import type { PlannedCall, PlannedItem } from "../../../../worker/import/planned.ts";
import type { SendCall } from "../../../../worker/import/read-present.ts";
import { CallRefused, readPresent } from "../../../../worker/import/read-present.ts";
import { type ImportResult, type ItemOutcome, runImport } from "../../../../worker/import/run.ts";
import { addressOf, answerOf } from "../../api/client.ts";
import { CallError } from "../../api/problem.ts";
import { session } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { whyFailed } from "../../ui/loading/failed.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { announce } from "../../ui/messages/announcer.tsx";
import { Note } from "../../ui/messages/note.tsx";

// The calls of an import, with the session of the page.

/** The longest wait that the API may ask for. Milliseconds. */
const MAX_WAIT = 60_000;

const sendCall: SendCall = async (call) => {
  for (;;) {
    try {
      return { isDone: true, json: await answerTo(call) };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const waitMs = error.retryAt === null ? Number.POSITIVE_INFINITY : error.retryAt - Date.now();
      if (waitMs > MAX_WAIT) return { isDone: false, status: error.status, sentence: sentenceOf(error) };
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
};

async function answerTo({ name, id, scheduleId, query, body, csv }: PlannedCall): Promise<unknown> {
  const row = OWN_CALLS[name];
  const sent = {
    ...(id !== undefined && { id }),
    ...(scheduleId !== undefined && { scheduleId }),
    ...(query !== undefined && { search: query }),
    ...(body !== undefined && { body }),
  };
  const asked = csv === undefined ? undefined : sendCsv(row.method, addressOf(row, sent), csv);
  return (await answerOf(row, sent, asked)).data;
}

function sendCsv(method: string, url: string, csv: string): Promise<Response> {
  const now = session.get();
  const token = now.status === "authenticated" ? now.token : "";
  const headers = { Authorization: `Token ${token}`, "Content-Type": "text/csv" };
  return fetch(url, { method, headers, body: csv, signal: AbortSignal.timeout(MAX_WAIT) });
}

function sentenceOf(error: CallError): string {
  const fields = Object.entries(error.errors).map(([field, sentences]) =>
    field === "non_field_errors" ? sentences.join(" ") : `${field}: ${sentences.join(" ")}`,
  );
  return error.detail ?? (fields.join(" ") || whyFailed(error));
}

const MAX_BYTES = API_LIMITS.MAX_EXPORT_BYTES.default;

type Step =
  | { at: "reading" }
  | { at: "refused"; why: string }
  | { at: "planned"; plan: ImportPlan }
  | { at: "running"; plan: ImportPlan; done: ItemOutcome[] }
  | { at: "over"; plan: ImportPlan; result: ImportResult };

interface ImportStepsProps {
  file: File;
  onRunning(isRunning: boolean): void;
}

/** The plan of an import, then its progress and its result. */
export default function ImportSteps({ file, onRunning }: ImportStepsProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "reading" });

  useEffect(() => {
    let isShown = true;
    void stepFor(file).then((next) => isShown && setStep(next));
    return () => {
      isShown = false;
    };
  }, [file]);

  const restore = async (plan: ImportPlan) => {
    const done: ItemOutcome[] = [];
    setStep({ at: "running", plan, done });
    onRunning(true);
    const result = await runImport(plan, sendCall, (outcome) => {
      done.push(outcome);
      setStep({ at: "running", plan, done: [...done] });
    });
    setStep({ at: "over", plan, result });
    onRunning(false);
    announce(summaryOf(result));
    await client.invalidateQueries();
  };

  switch (step.at) {
    case "reading":
      return <Loading />;
    case "refused":
      return <Note tone="stop">{step.why}</Note>;
    case "planned":
      return <Plan file={file} plan={step.plan} onRestore={() => void restore(step.plan)} />;
    case "running":
      return <Running plan={step.plan} done={step.done} />;
    case "over":
      return <Over plan={step.plan} result={step.result} />;
  }
}

/** The plan for a file, or the reason why it cannot be imported. */
async function stepFor(file: File): Promise<Step> {
  try {
    if (file.size > MAX_BYTES) throw new ImportError("This file is larger than any export.");
    const { account, values, unknown } = readArchive(new Uint8Array(await file.arrayBuffer()), MAX_BYTES);
    const source = { from: "export", account: readAccountFile(account), values, unknown } as const;
    return { at: "planned", plan: planImport(source, await readPresent(sendCall), Date.now()) };
  } catch (error) {
    const isKnown = error instanceof ImportError || error instanceof CallRefused;
    return { at: "refused", why: isKnown ? error.message : "This file cannot be read. Choose it again." };
  }
}

const LABELS: Record<PlannedItem["action"], string> = {
  create: "Create",
  update: "Change",
  values: "Add",
  keep: "Keep",
  lost: "Not imported",
};
/** What the person decides about comes first. */
const ORDER = ["lost", "create", "update", "values", "keep"] as const;

function Plan({ file, plan, onRestore }: { file: File; plan: ImportPlan; onRestore(): void }) {
  const items = ORDER.flatMap((action) => plan.items.filter((item) => item.action === action));
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        What <bdi className="font-medium wrap-anywhere">{file.name}</bdi> would do here:
      </p>
      <Lines
        label="Plan of the import"
        lines={items.map(({ action, what, note }) => ({ label: LABELS[action], text: what, note }))}
      />
      {hasWork(plan) ? (
        <Button look="primary" className="justify-self-start" onClick={onRestore}>
          Restore
        </Button>
      ) : (
        <Note tone="go" live>
          Everything that can be imported is here already.
        </Note>
      )}
    </div>
  );
}

function Running({ plan, done }: { plan: ImportPlan; done: readonly ItemOutcome[] }) {
  const total = plan.items.filter(({ call }) => call !== null).length;
  return (
    <div className="grid gap-2 text-sm">
      <label className="grid gap-2">
        {`Restoring: ${done.length} of ${total}. Keep this page open.`}
        <progress className="w-full accent-go" value={done.length} max={total} />
      </label>
    </div>
  );
}

const TONES = { failed: "Failed", done: "Done", same: "Same" } as const;
const OUTCOMES = ["failed", "done", "same"] as const;

function Over({ plan, result }: { plan: ImportPlan; result: ImportResult }) {
  const { outcomes, stopped } = result;
  const isWhole = stopped === null && outcomes.every(({ outcome }) => outcome !== "failed");
  const lost = plan.items.filter(({ action }) => action === "lost");
  return (
    <div className="grid gap-4">
      <Note tone={isWhole ? "go" : "stop"}>{summaryOf(result)}</Note>
      {outcomes.some(hasNewId) && (
        <Note tone="wait" title="Boards need the new ids">
          A board logs in by the id of its device. Put the new one, which the list names, into its program.
        </Note>
      )}
      <Lines
        label="Result of the import"
        lines={[
          ...OUTCOMES.flatMap((outcome) => outcomes.filter((each) => each.outcome === outcome)).map(
            ({ outcome, sentence }) => ({ label: TONES[outcome], text: sentence, note: undefined }),
          ),
          ...lost.map(({ what, note }) => ({ label: LABELS.lost, text: what, note })),
        ]}
      />
    </div>
  );
}

const hasNewId = ({ item, outcome }: ItemOutcome): boolean =>
  outcome === "done" && item.call?.name === "createDevice";

function summaryOf({ outcomes, stopped }: ImportResult): string {
  const count = (outcome: ItemOutcome["outcome"]) =>
    outcomes.filter((each) => each.outcome === outcome).length;
  const [done, failed] = [count("done"), count("failed")];
  if (stopped !== null) {
    return `The import stopped after ${done} changes: ${stopped} Choose the export again to go on.`;
  }
  if (failed > 0) return `${done} changes were made, and ${failed} failed.`;
  return done === 0
    ? "Nothing was changed: all of it was here."
    : `Your export is restored: ${done} changes.`;
}

interface Line {
  label: string;
  text: string;
  note: string | undefined;
}

function Lines({ label, lines }: { label: string; lines: readonly Line[] }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs the focus for the arrow keys
      tabIndex={0}
      className="max-h-80 overflow-y-auto rounded-md border border-hairline"
    >
      <ul className="divide-y divide-hairline text-sm">
        {lines.map(({ label: action, text, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a plan never move
          <li key={at} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[7rem_1fr]">
            <span className="text-soft">{action}</span>
            <span className="min-w-0 wrap-anywhere">
              <bdi>{text}</bdi>
              {note !== undefined && <span className="block text-soft">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
