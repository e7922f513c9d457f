import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { call } from "../../api/call.ts";
import { deviceQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/inputs/field.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

interface LabelsFormProps {
  deviceId: string;
  list: readonly LastValue[];
}

type Label = { name: string; unit: string };

export default function LabelsForm({ deviceId, list }: LabelsFormProps) {
  const client = useQueryClient();
  const { data: device } = useQuery(deviceQuery(deviceId));
  const [changed, setChanged] = useState<Record<string, Partial<Label>>>({});
  const { busy, problem, run } = useFormCall({
    fallback: "The names could not be saved. Please try again.",
    done: "Names saved.",
  });
  if (!device) return null;
  const { name, channels, value_labels: before } = device;
  const labelOf = (key: string): Label => {
    const kept = before.find((label) => label.key === key);
    return { name: kept?.name ?? "", unit: kept?.unit ?? "", ...changed[key] };
  };
  const set = (key: string, label: Partial<Label>) =>
    setChanged({ ...changed, [key]: { ...changed[key], ...label } });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const keys = new Set([...before, ...list].map(({ key }) => key));
    const value_labels = [...keys]
      .map((key) => ({ key, ...labelOf(key) }))
      .filter((label) => label.name.trim() !== "" || label.unit.trim() !== "");
    const body = { name, channels: channels.map(({ id }) => id), value_labels };
    if (!(await run(() => call("updateDevice", { id: deviceId, body })))) return;
    setChanged({});
    for (const queryKey of [queryKeys.devices, queryKeys.allValues, ["series"]])
      void client.invalidateQueries({ queryKey });
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={save}>
      <ProblemNote problem={problem} />
      {Object.entries(problem.fields).map(([field, errors]) => (
        <p key={field} className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      ))}
      {list.map(({ key, unit }) => (
        <fieldset
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_6rem]"
        >
          <legend className="sr-only">{key}</legend>
          <code aria-hidden="true" className="text-xs text-soft wrap-anywhere max-sm:col-span-2">
            {key}
          </code>
          <Input
            aria-label={`Name of ${key}`}
            dir="auto"
            placeholder="Name"
            autoComplete="off"
            maxLength={64}
            value={labelOf(key).name}
            onChange={({ target }) => set(key, { name: target.value })}
          />
          <Input
            aria-label={`Unit of ${key}`}
            placeholder={unit ?? "Unit"}
            autoComplete="off"
            maxLength={16}
            value={labelOf(key).unit}
            onChange={({ target }) => set(key, { unit: target.value })}
          />
        </fieldset>
      ))}
      <div className="flex justify-end">
        <Button type="submit" busy={busy}>
          Save names
        </Button>
      </div>
    </form>
  );
}
