import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PROGRAMS, type Program } from "../../../../../worker/contract/connect/programs.ts";
import type { Credential } from "../../../../../worker/contract/credentials.ts";
import { call } from "../../../api/call.ts";
import { credentialsQuery, ownDevicesQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { DialogForm } from "../../../ui/dialogs/dialog-form.tsx";
import { ChoiceCard, Choices } from "../../../ui/inputs/choice-card.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { TextField } from "../../../ui/inputs/text-field.tsx";
import { Fold } from "../../../ui/layout/fold.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { Connecting } from "./connecting.tsx";

export default function ConnectSomething({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ program: Program; credential: Credential } | null>(null);
  return made ? (
    <Connecting {...made} onClose={onClose} />
  ) : (
    <Choosing onMade={(program, credential) => setMade({ program, credential })} onCancel={onClose} />
  );
}

function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let count = 2; taken.includes(free); count += 1) free = `${name} ${count}`;
  return free;
}

interface ChoosingProps {
  onMade(program: Program, credential: Credential): void;
  onCancel(): void;
}

function Choosing({ onMade, onCancel }: ChoosingProps) {
  const client = useQueryClient();
  const credentials = useQuery(credentialsQuery());
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to create its login. Please try again.",
    done: "Credential added.",
  });
  const [program, setProgram] = useState<Program | null>(null);
  const [typed, setTyped] = useState("");
  const [device, setDevice] = useState("");
  const suggested = freeName(program?.name ?? "", credentials.data?.map(({ name }) => name) ?? []);

  const make = async () => {
    if (program === null) return refuse({ message: "Please choose what you want to connect." });
    const body = { name: typed.trim() || suggested, view: "root", ...(device && { device }) } as const;
    await run(async () => {
      onMade(program, await call("createCredential", { body }));
    });
    await client.invalidateQueries({ queryKey: queryKeys.credentials });
  };
  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit="Show me what to type in"
      onSubmit={make}
      onCancel={onCancel}
    >
      <Choices legend="What do you want to connect?" columns="always">
        {PROGRAMS.map((each) => (
          <ChoiceCard
            key={each.id}
            group="program"
            title={each.name}
            checked={each === program}
            onChoose={() => setProgram(each)}
          >
            {each.about}
          </ChoiceCard>
        ))}
      </Choices>
      <WhatItMay device={device} />
      <Fold title="More" about="a name of your choice, or one device only">
        <TextField
          label="Name"
          placeholder={suggested}
          value={typed}
          errors={problem.fields.name}
          hint="It is shown in the list of credentials."
          onChange={setTyped}
        />
        <OnlyDevice value={device} errors={problem.fields.device} onChange={setDevice} />
      </Fold>
    </DialogForm>
  );
}

const WhatItMay = ({ device }: { device: string }) =>
  device === "" ? (
    <Note tone="wait" title="It may do everything in your account">
      It can read and write every topic, and switch every device. To take that back, delete its credential.
    </Note>
  ) : (
    <Note title="It may act as this device only">
      It receives the commands of the device, and may report its state and values. Programs with their own
      topics, as most here have, cannot use them.
    </Note>
  );

interface OnlyDeviceProps {
  value: string;
  errors?: readonly string[] | undefined;
  onChange(id: string): void;
}

function OnlyDevice({ value, errors, onChange }: OnlyDeviceProps) {
  const devices = useQuery(ownDevicesQuery());
  return (
    <SelectField
      label="What it may do"
      errors={errors}
      hint={devices.data?.length === 0 && "You have no devices yet."}
      value={value}
      options={[
        ["", "Everything in your account"],
        ...(devices.data ?? []).map(({ id, name }) => [id, `Only act as the device ${name}`] as const),
      ]}
      onChange={onChange}
    />
  );
}
