import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Device } from "../../../../../worker/contract/devices.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { toast } from "../../../ui/messages/toast.ts";
import {
  added,
  bodiesOf,
  type ControlDraft,
  draftsOf,
  errorsOf,
  moved,
  otherErrors,
  suggestionsOf,
} from "./control-drafts.ts";
import { ControlFields } from "./control-fields.tsx";

/** Sets up what a device has beside its switch. */
export default function ControlsForm({ device }: { device: Device }) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "The controls could not be saved.", done: null });
  const [drafts, setDrafts] = useState(() => draftsOf(device.controls));
  const others = otherErrors(drafts, problem.fields);
  const change = (at: number, by: Partial<ControlDraft>) =>
    setDrafts(drafts.map((draft, each) => (each === at ? { ...draft, ...by } : draft)));

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { id, name, channels } = device;
    const body = { name, channels: channels.map((channel) => channel.id), controls: bodiesOf(drafts) };
    if (!(await run(() => call("updateDevice", { id, body })))) return;
    toast("success", "Controls saved.");
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };

  return (
    <Panel title="Set up controls">
      <form noValidate className="grid grid-cols-1 gap-4" onSubmit={save}>
        <p className="max-w-[65ch] text-sm text-soft">
          What the device has beside its switch, such as a brightness. Each is a further key of its control
          message. Lists show the first two.
        </p>
        <ProblemNote problem={problem} />
        {others.map((error) => (
          <p key={error} className="text-sm text-stop">
            {error}
          </p>
        ))}
        {drafts.map((draft, at) => (
          <ControlFields
            key={draft.id}
            draft={draft}
            number={at + 1}
            isFirst={at === 0}
            isLast={at === drafts.length - 1}
            errors={errorsOf(draft, problem.fields)}
            onChange={(by) => change(at, by)}
            onMove={(by) => setDrafts(moved(drafts, at, by))}
            onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
          />
        ))}
        <Additions deviceId={device.id} drafts={drafts} onAdd={(of) => setDrafts(added(drafts, of))} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={busy}>
            Save Controls
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface AdditionsProps {
  deviceId: string;
  drafts: readonly ControlDraft[];
  onAdd(of?: Partial<ControlDraft>): void;
}

function Additions({ deviceId, drafts, onAdd }: AdditionsProps) {
  const values = useQuery({
    queryKey: queryKeys.values({ device: deviceId }),
    queryFn: () => call("listDeviceValues", { id: deviceId }),
  });
  const suggestions = suggestionsOf(values.data ?? [], drafts);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => onAdd()} className="touch">
          <Plus className="size-4" aria-hidden="true" />
          Add a control
        </Button>
        {suggestions.map((suggestion) => (
          <Button
            key={suggestion.key}
            look="quiet"
            className="touch px-2.5!"
            onClick={() => onAdd(suggestion)}
          >
            <Plus className="size-4" aria-hidden="true" />
            <code className="text-sm">{suggestion.key}</code>
          </Button>
        ))}
      </div>
      {suggestions.length > 0 && (
        <p className="text-xs text-soft">The numbers that it reports are suggested as controls.</p>
      )}
    </div>
  );
}
