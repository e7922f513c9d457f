import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { durationText } from "../../devices/bands.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { CopyField } from "../../ui/apart/copy.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Button } from "../../ui/page/button.tsx";
import { toast } from "../../ui/page/toast.ts";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { SelectField } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";

const LATE: readonly (readonly [seconds: number, text: string])[] = [
  [0, "Never"],
  [60, "Up to 1 minute late"],
  [600, "Up to 10 minutes late"],
  [3_600, "Up to 1 hour late"],
  [86_400, "Up to 24 hours late"],
  [604_800, "Up to 7 days late"],
];

export function SettingsForm({ device }: { device: Device }) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "The settings could not be saved.", done: null });
  const [late, setLate] = useState(device.command_ttl);
  const [autoOff, setAutoOff] = useState(String(device.auto_off));
  const [offWhenLost, setOffWhenLost] = useState(device.off_on_disconnect);
  const choices = LATE.some(([seconds]) => seconds === device.command_ttl)
    ? LATE
    : [...LATE, [device.command_ttl, `Up to ${durationText(device.command_ttl * 1_000)} late`] as const];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      name: device.name,
      channels: device.channels.map((channel) => channel.id),
      command_ttl: late,
      // The server rejects a text that is not a number.
      auto_off: autoOff.trim() || 0,
      off_on_disconnect: offWhenLost,
    };
    if (!(await run(() => call("updateDevice", { id: device.id, body })))) return;
    toast("success", "Settings saved.");
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };

  return (
    <Panel title="Settings">
      <form noValidate className="grid gap-5" onSubmit={save}>
        <CopyField value={device.id} label={`ID of ${device.name}`} />
        <ProblemNote problem={problem} />
        <SelectField
          label="Takes a late command"
          errors={problem.fields.command_ttl}
          hint="A device that was away is given its last command when it returns. A lamp should catch up; a gate should not move an hour later."
          value={late}
          options={choices}
          onChange={(seconds) => setLate(Number(seconds))}
        />
        <TextField
          label="Switches off by itself after (seconds)"
          inputMode="numeric"
          value={autoOff}
          errors={problem.fields.auto_off}
          hint="0: it stays on. It also works with every browser closed."
          onChange={setAutoOff}
        />
        <Checkbox
          label="Switch off when the connection is lost"
          checked={offWhenLost}
          onChange={({ target }) => setOffWhenLost(target.checked)}
        />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={busy}>
            Save Settings
          </Button>
        </div>
      </form>
    </Panel>
  );
}
