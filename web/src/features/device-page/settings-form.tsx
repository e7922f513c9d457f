import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { durationText } from "../../devices/bands.ts";
import { DEVICE_DELETION } from "../../devices/device-deletion.ts";
import { DeviceFields, type NamedDevice } from "../../devices/device-fields.tsx";
import { ConfirmCall } from "../../forms/dialogs/confirm-call.tsx";
import { useDraft } from "../../forms/dialogs/use-item-form.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { AskFirst } from "./ask-first.tsx";

const LATE: readonly (readonly [seconds: number, text: string])[] = [
  [0, "Never"],
  [60, "Up to 1 minute late"],
  [600, "Up to 10 minutes late"],
  [3_600, "Up to 1 hour late"],
  [86_400, "Up to 24 hours late"],
  [604_800, "Up to 7 days late"],
];

const AT_CONNECT: readonly (readonly [Device["on_connect"], string])[] = [
  ["nothing", "Send only a command that it missed"],
  ["send", "Send its last state"],
];

interface Settings extends NamedDevice {
  command_ttl: number;
  /** As typed. */
  auto_off: string;
  off_on_disconnect: boolean;
  on_connect: Device["on_connect"];
  ask_first: Device["ask_first"];
}

const settingsOf = (device: Device): Settings => ({
  name: device.name,
  room: device.room,
  channels: device.channels.map(({ id }) => id),
  command_ttl: device.command_ttl,
  auto_off: String(device.auto_off),
  off_on_disconnect: device.off_on_disconnect,
  on_connect: device.on_connect,
  ask_first: device.ask_first,
});

export function SettingsForm({ device }: { device: Device }) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const { busy, problem, run } = useFormCall({ fallback: "The settings could not be saved.", done: null });
  const { draft, change, field } = useDraft(() => settingsOf(device), problem.fields);
  const choices = LATE.some(([seconds]) => seconds === device.command_ttl)
    ? LATE
    : [...LATE, [device.command_ttl, `Up to ${durationText(device.command_ttl * 1_000)} late`] as const];

  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The server rejects a text that is not a number.
    const body = { ...draft, auto_off: draft.auto_off.trim() || 0 };
    if (!(await run(() => call("updateDevice", { id: device.id, body })))) return;
    toast("success", "Settings saved.");
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };

  return (
    <Panel title="Settings">
      <form noValidate className="grid gap-5" onSubmit={save}>
        <CopyField value={device.id} label={`ID of ${device.name}`} />
        <ProblemNote problem={problem} />
        <DeviceFields userId={userId} draft={draft} errors={problem.fields} onChange={change} />
        <SelectField
          label="Takes a late command"
          errors={problem.fields.command_ttl}
          hint="A device that was away is given its last command when it returns. A lamp should catch up; a gate should not move an hour later."
          value={draft.command_ttl}
          options={choices}
          onChange={(seconds) => change({ command_ttl: Number(seconds) })}
        />
        <TextField
          label="Switches off by itself after (seconds)"
          inputMode="numeric"
          hint="0: it stays on. It also works with every browser closed."
          {...field("auto_off")}
        />
        <Checkbox
          label="Switch off when the connection is lost"
          checked={draft.off_on_disconnect}
          onChange={({ target }) => change({ off_on_disconnect: target.checked })}
        />
        {device.kind === "own" && (
          <SelectField
            label="When it connects again"
            errors={problem.fields.on_connect}
            hint="A lamp that forgets its state in a power cut should get it back; a gate should not move."
            value={draft.on_connect}
            options={AT_CONNECT}
            onChange={(chosen) => change({ on_connect: chosen === "send" ? "send" : "nothing" })}
          />
        )}
        <AskFirst
          deviceId={device.id}
          chosen={draft.ask_first}
          errors={problem.fields.ask_first}
          onChange={(ask_first) => change({ ask_first })}
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

/** Leads to the list of devices afterwards. */
export function DeleteDevice({ device }: { device: Device }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Device | null>(null);
  const remove = async ({ id }: Device) => {
    await call("deleteDevice", { id });
    await navigate({ to: "/dashboard/devices" });
  };
  return (
    <Panel title="Delete Device" className="border-stop/50!">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-sm">It is disconnected at once and can no longer log in.</p>
        <Button look="danger" onClick={() => setAsked(device)}>
          Delete Device
        </Button>
      </div>
      <ConfirmCall
        of={asked}
        name={({ name }) => name}
        make={remove}
        changes={[queryKeys.deviceList()]}
        fallback={DEVICE_DELETION.fallback}
        done={DEVICE_DELETION.done}
        onClose={() => setAsked(null)}
      >
        {DEVICE_DELETION.question}
      </ConfirmCall>
    </Panel>
  );
}
