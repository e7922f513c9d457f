import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { SnippetValues } from "./programs/fill.ts";

const loadOwn = async () => {
  const [keys, devices, credentials] = await Promise.all([
    call("listApiKeys"),
    call("listDevices"),
    call("listCredentials"),
  ]);
  // discovered devices run no program from here
  return { key: keys[0]?.key, devices: devices.filter(({ kind }) => kind !== "found"), credentials };
};
type Own = Awaited<ReturnType<typeof loadOwn>>;

interface Chosen {
  device: string;
  credential: string;
}

const pick = <T extends { id: string }>(list: readonly T[], id: string): T | undefined =>
  list.find((item) => item.id === id) ?? list[0];

function valuesOf({ key, devices, credentials }: Own, chosen: Chosen): Partial<SnippetValues> {
  const device = pick(devices, chosen.device);
  const credential = pick(credentials, chosen.credential);
  return {
    ...(key && { API_KEY: key }),
    ...(device && { DEVICE_ID: device.id }),
    ...(credential && { USERNAME: credential.username, PASSWORD: credential.password }),
  };
}

interface OwnValuesProps {
  shown: boolean;
  onShow(shown: boolean): void;
  /** Must be the same function on every render. */
  onValues(values: Partial<SnippetValues>): void;
}

export default function OwnValues({ shown, onShow, onValues }: OwnValuesProps) {
  const answer = useAnswer(loadOwn);
  const own = answer.data;
  const [chosen, setChosen] = useState<Chosen>({ device: "", credential: "" });
  useEffect(() => {
    onValues(own ? valuesOf(own, chosen) : {});
    return () => onValues({});
  }, [own, chosen, onValues]);
  return (
    <Loaded
      of={answer}
      loading="Loading your devices..."
      failed="Your devices and credentials could not be loaded."
    >
      {({ key, devices, credentials }) => (
        <section
          aria-label="What the snippets are filled with"
          className="grid gap-4 rounded-lg border border-hairline bg-panel p-4 sm:grid-cols-[1fr_1fr_auto] sm:items-start"
        >
          <Picker
            label="Device"
            list={devices}
            value={chosen.device}
            missing={<Link to="/dashboard/devices">Create a device</Link>}
            onPick={(device) => setChosen({ ...chosen, device })}
          />
          <Picker
            label="Credential"
            list={credentials}
            value={chosen.credential}
            missing={<Link to="/dashboard/mqtt/credentials">Create a credential</Link>}
            onPick={(credential) => setChosen({ ...chosen, credential })}
          />
          <div className="sm:mt-[2.1rem]">
            <Checkbox
              label="Show secrets"
              checked={shown}
              onChange={(event) => onShow(event.currentTarget.checked)}
            />
          </div>
          {!key && (
            <Note tone="wait" className="sm:col-span-3">
              You have no API key yet. <Link to="/dashboard/profile">Create one on your profile</Link>.
            </Note>
          )}
        </section>
      )}
    </Loaded>
  );
}

interface PickerProps {
  label: string;
  list: readonly (Device | Credential)[];
  value: string;
  missing: ReactNode;
  onPick(id: string): void;
}

function Picker({ label, list, value, missing, onPick }: PickerProps) {
  if (list.length === 0) {
    return (
      <div className="grid gap-1.5 text-sm">
        <span className="font-medium">{label}</span>
        <span className="flex h-10 items-center font-medium underline underline-offset-2">{missing}</span>
      </div>
    );
  }
  return (
    <SelectField
      label={label}
      value={value || (list[0]?.id ?? "")}
      options={list.map(({ id, name }) => [id, name])}
      onChange={onPick}
    />
  );
}
