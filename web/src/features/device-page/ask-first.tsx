import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { schedulesQuery } from "../../devices/schedules/schedules.ts";
import { isolated } from "../../lib/words.ts";
import { Checkbox } from "../../ui/inputs/field.tsx";

type Callers = Device["ask_first"];

const CALLERS: readonly (readonly [Callers[number], string])[] = [
  ["token", "a program or an assistant with a token"],
  ["app", "an app that logged in for an assistant"],
  ["guest", "a guest"],
  ["watch", "a watch"],
];

/** Names that are shown; the others are a number. */
const NAMED = 3;

interface AskFirstProps {
  deviceId: string;
  chosen: Callers;
  errors: readonly string[] | undefined;
  onChange(chosen: Callers): void;
}

/** Whose switches of the device wait for a person. */
export function AskFirst({ deviceId, chosen, errors, onChange }: AskFirstProps) {
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
        The command waits until you allow it: in a bar on every screen, or in a notice of your browser. After
        five minutes it ends. You are not asked about what you do yourself, nor about schedules.
      </p>
      {chosen.length > 0 && <GoingOn deviceId={deviceId} />}
      {errors && (
        <p role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
    </fieldset>
  );
}

/** A schedule that a program made before the choice goes on: the owner reads which there are. */
function GoingOn({ deviceId }: { deviceId: string }) {
  const { data = [] } = useQuery(schedulesQuery(deviceId));
  const planned = data.filter(({ next_at }) => next_at !== null);
  if (planned.length === 0) return null;
  const names = planned.slice(0, NAMED).map(({ name }) => `“${isolated(name)}”`);
  const more = planned.length > NAMED ? ` and ${planned.length - NAMED} more` : "";
  const one = planned.length === 1;
  return (
    <p role="note" className="max-w-prose text-sm wrap-anywhere">
      {one ? "One schedule switches" : `${planned.length} schedules switch`} it without asking:{" "}
      {names.join(", ")}
      {more}. A program may have made {one ? "it" : "them"}.
    </p>
  );
}
