import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isLikeCounter } from "../../../../broker/contract/counter-keys.ts";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { call } from "../../api/call.ts";
import { deviceQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Input } from "../../ui/inputs/field.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

interface LabelsFormProps {
  deviceId: string;
  list: readonly LastValue[];
}

type Label = { name: string; unit: string; counter: boolean };

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
    const label = { name: kept?.name ?? "", unit: kept?.unit ?? "", counter: kept?.counter === true };
    return { ...label, ...changed[key] };
  };
  const set = (key: string, label: Partial<Label>) =>
    setChanged({ ...changed, [key]: { ...changed[key], ...label } });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const keys = new Set([...before, ...list].map(({ key }) => key));
    const value_labels = [...keys]
      .map((key) => ({ key, ...labelOf(key) }))
      .filter(({ name, unit, counter }) => name.trim() !== "" || unit.trim() !== "" || counter)
      .map(({ counter, ...label }) => ({ ...label, ...(counter && { counter }) }));
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
      {list.map(({ key, unit, value }) => (
        <fieldset
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-2 sm:grid-cols-[12rem_minmax(0,1fr)_6rem_8rem]"
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
          {typeof value === "number" && (
            <Checkbox
              label={isLikeCounter(key) && !labelOf(key).counter ? "Counter?" : "Counter"}
              aria-label={`${key} is a counter`}
              checked={labelOf(key).counter}
              onChange={({ target }) => set(key, { counter: target.checked })}
            />
          )}
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
