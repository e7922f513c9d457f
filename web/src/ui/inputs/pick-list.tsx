import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "../button.tsx";
import { Select } from "./select.tsx";

interface PickOption {
  id: string;
  text: string;
}

interface PickListProps {
  label?: string;
  placeholder?: string;
  /** Shown while nothing is chosen. */
  empty?: string;
  options: PickOption[];
  value: string[];
  errors?: readonly string[] | undefined;
  onChange(value: string[]): void;
}

/** A select with an Add button, and the chosen items, each removable and at most once. */
export function PickList({
  label = "Topics",
  placeholder = "Select a topic...",
  empty = "No topics added",
  options,
  value: chosen,
  errors = [],
  onChange,
}: PickListProps) {
  const id = useId();
  const [selected, setSelected] = useState("");
  const addable = selected !== "" && !chosen.includes(selected);
  const add = () => {
    onChange([...chosen, selected]);
    setSelected("");
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <Select
          id={id}
          value={selected}
          onChange={(event) => setSelected(event.target.value)}
          className="flex-1"
          aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.text}
            </option>
          ))}
        </Select>
        <Button disabled={!addable} onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add
        </Button>
      </div>
      {errors.length > 0 && (
        <p id={`${id}-errors`} role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
      {chosen.length === 0 ? (
        <p className="rounded-md border border-dashed border-hairline px-3 py-2 text-sm text-soft">{empty}</p>
      ) : (
        <ul aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-1.5">
          {chosen.map((chosenId) => {
            const text = options.find((option) => option.id === chosenId)?.text ?? chosenId;
            return (
              <li
                key={chosenId}
                className="flex max-w-full min-w-0 items-center gap-0.5 rounded-sm border border-hairline bg-well pl-2.5 text-sm"
              >
                <span className="truncate font-mono text-xs">{text}</span>
                <IconButton
                  label={`Remove ${text}`}
                  onClick={() => onChange(chosen.filter((other) => other !== chosenId))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
