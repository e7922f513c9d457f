import { useId } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { Checkbox } from "../../ui/inputs/field.tsx";

type Callers = Device["ask_first"];

const CALLERS: readonly (readonly [Callers[number], string])[] = [
  ["token", "a program or an assistant with a token"],
  ["app", "an app that logged in for an assistant"],
  ["guest", "a guest"],
  ["watch", "a watch"],
];

interface AskFirstProps {
  chosen: Callers;
  errors: readonly string[] | undefined;
  onChange(chosen: Callers): void;
}

/** Whose switches of the device wait for a person. */
export function AskFirst({ chosen, errors, onChange }: AskFirstProps) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={id}>
      <legend className="mb-1.5 text-sm font-medium">Ask me first when it is switched by</legend>
      {CALLERS.map(([caller, label]) => (
        <Checkbox
          key={caller}
          label={label}
          checked={chosen.includes(caller)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, caller] : chosen.filter((each) => each !== caller))
          }
        />
      ))}
      <p id={id} className="max-w-prose text-sm text-soft">
        The command waits until you allow it: under the bell, or in a notice of your browser. After five
        minutes it ends. You are not asked about what you do yourself, nor about schedules.
      </p>
      {errors && (
        <p role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}
