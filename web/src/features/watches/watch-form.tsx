import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Device } from "../../../../worker/contract/device.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Fold } from "../../ui/fold.tsx";
import { SelectField } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { bodyOf, defaultName } from "./body.ts";
import { ConditionFields, type WatchFieldsProps } from "./condition-fields.tsx";
import type { WatchDraft, WatchNames } from "./draft.ts";
import { durationOptions } from "./durations.ts";
import { namesIn } from "./names.ts";
import { watchSentence } from "./sentences.ts";
import { NEW_MAIL } from "./targets/first-targets.ts";
import { TargetFields } from "./targets/target-fields.tsx";

interface WatchFormProps {
  /** Null: a new watch. */
  id: string | null;
  first: WatchDraft;
  devices: Device[];
  onClose(): void;
}

export function WatchForm({ id, first, devices, onClose }: WatchFormProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "The watch could not be saved.",
    done: id === null ? "Watch added." : "Watch updated.",
  });
  const [draft, setDraft] = useState(first);
  const names = namesIn(devices, draft.deviceId, draft.key);
  const onChange = (change: Partial<WatchDraft>) => setDraft((before) => ({ ...before, ...change }));
  const fields = { draft, names, errors: problem.fields, onChange };
  const save = async () => {
    const saved = await run(async () => {
      const body = bodyOf({ ...draft, targets: await targetsOf(draft) }, names);
      await (id === null ? call("createWatch", { body }) : call("updateWatch", { id, body }));
    });
    await client.invalidateQueries({ queryKey: queryKeys.targets });
    if (!saved) return;
    await client.invalidateQueries({ queryKey: queryKeys.watches });
    onClose();
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={id === null ? "Add Watch" : "Update Watch"}
      onSubmit={save}
      onCancel={onClose}
    >
      <p dir="auto" className="text-base font-medium wrap-anywhere">
        Tell me when {watchSentence(draft, names)}
      </p>
      <ConditionFields {...fields} />
      <TargetFields
        chosen={draft.targets}
        errors={problem.fields.targets}
        onChange={(targets) => onChange({ targets })}
      />
      <MoreFields {...fields} />
    </DialogForm>
  );
}

/** Creates the email target if it was chosen. Creating it twice gives the same one. */
async function targetsOf({ targets }: WatchDraft): Promise<string[]> {
  if (!targets.includes(NEW_MAIL)) return [...targets];
  const { id } = await call("createTarget", { body: { kind: "mail" } });
  return targets.map((target) => (target === NEW_MAIL ? id : target));
}

function MoreFields({ draft, names, errors, onChange }: WatchFieldsProps & { names: WatchNames }) {
  const repeats = durationOptions("repeat", draft.repeat).map(
    ([iso, words]) => [iso, `Every ${words}`] as const,
  );
  return (
    <Fold title="More" about="Its name, and repeated notices">
      <TextField
        label="Name"
        placeholder={defaultName(draft, names)}
        value={draft.name}
        errors={errors.name}
        onChange={(name) => onChange({ name })}
      />
      {draft.kind !== "events" && (
        <SelectField
          label="Repeat while it lasts"
          value={draft.repeat}
          errors={errors.repeat}
          options={[["", "No: one notice, and one when it is over"], ...repeats]}
          onChange={(repeat) => onChange({ repeat })}
        />
      )}
    </Fold>
  );
}
