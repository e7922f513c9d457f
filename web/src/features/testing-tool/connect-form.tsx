import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { apiKeysQuery, credentialsQuery, devicesQuery } from "../../api/queries.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { Select } from "../../ui/select.tsx";
import { type Choice, identityOf } from "./identity.ts";
import type { Tool } from "./tool.ts";

interface ConnectFormProps {
  tool: Tool;
  connecting: boolean;
}

/** As whom to connect: with the API key alone, or with a credential, as one of the devices if that is wanted. */
export function ConnectForm({ tool, connecting }: ConnectFormProps) {
  const { id: userId } = useUser();
  const keys = useQuery(apiKeysQuery());
  const credentials = useQuery(credentialsQuery());
  const devices = useQuery(devicesQuery());
  const [kind, setKind] = useState<Choice["kind"]>("anonymous");
  const [credentialId, setCredentialId] = useState("");
  const [deviceId, setDeviceId] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const connect = () => {
    const chosen = identityOf(
      kind === "anonymous" ? { kind } : { kind, credentialId, deviceId },
      {
        userId,
        apiKey: keys.data?.[0]?.key || null,
        credentials: credentials.data ?? [],
        devices: devices.data ?? [],
      },
      crypto.randomUUID().slice(0, 8),
    );
    if ("problem" in chosen) return setProblem(chosen.problem);
    setProblem(null);
    void tool.connect(brokerUrl(userId, window.location), chosen.identity);
  };

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!connecting) connect();
      }}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-2 text-sm font-medium">Connect as</legend>
        <Kind checked={kind === "anonymous"} title="Anonymous" onChoose={() => setKind("anonymous")}>
          With the API key. It reads and writes every topic, and writes no device events.
        </Kind>
        <Kind checked={kind === "credential"} title="Credential" onChoose={() => setKind("credential")}>
          With the rights of a credential, as one of your devices if you like.
        </Kind>
      </fieldset>
      {kind === "credential" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Choose
            label="Credential"
            none="Select credentials..."
            value={credentialId}
            options={(credentials.data ?? []).map(({ id, name, username }) => ({
              id,
              text: `${name} (${username})`,
            }))}
            onChange={setCredentialId}
          />
          <Choose
            label="Device"
            none="No device"
            value={deviceId}
            options={(devices.data ?? []).map(({ id, name }) => ({ id, text: name }))}
            onChange={setDeviceId}
          />
        </div>
      )}
      {problem && <Note tone="stop">{problem}</Note>}
      <Button
        type="submit"
        look="primary"
        busy={connecting || keys.isPending || credentials.isPending}
        className="justify-self-start"
      >
        Connect
      </Button>
    </form>
  );
}

interface KindProps {
  checked: boolean;
  title: string;
  children: ReactNode;
  onChoose(): void;
}

const kindClass =
  "flex cursor-pointer gap-3 rounded-md border border-hairline p-3 text-sm hover:border-edge " +
  "has-checked:border-ink has-checked:bg-well";

function Kind({ checked, title, children, onChoose }: KindProps) {
  return (
    <label className={kindClass}>
      <input
        type="radio"
        name="testing-tool-kind"
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4.5 shrink-0 accent-(--go)"
      />
      <span>
        <span className="font-medium">{title}</span>
        <span className="block text-xs text-soft">{children}</span>
      </span>
    </label>
  );
}

interface ChooseProps {
  label: string;
  none: string;
  value: string;
  options: { id: string; text: string }[];
  onChange(id: string): void;
}

function Choose({ label, none, value, options, onChange }: ChooseProps) {
  return (
    <Field label={label}>
      {(input) => (
        <Select {...input} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{none}</option>
          {options.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
