import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import type { View } from "../../../../broker/contract/grants.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import type { FormErrors } from "../../api/problem.ts";
import { ownDevicesQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ChoiceCard, Choices } from "../../ui/inputs/choice-card.tsx";
import { Checkbox, Input } from "../../ui/inputs/field.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { VIEWS } from "./may-do.ts";

export type More = Pick<Credential, "view" | "grants" | "device">;

interface MoreFieldsProps {
  value: More;
  errors: FormErrors;
  onChange(value: More): void;
}

export default function MoreFields({ value, errors, onChange }: MoreFieldsProps) {
  const { id: userId } = useUser();
  const choose = (view: View) => onChange({ ...value, view });
  return (
    <>
      <Choices legend="How topics are written">
        <ChoiceCard
          group="view"
          title={VIEWS.account}
          checked={value.view === "account"}
          onChoose={() => choose("account")}
        >
          For programs of your own: <code className="wrap-anywhere">{userId.slice(0, 8)}…/home/lamp</code>
        </ChoiceCard>
        <ChoiceCard
          group="view"
          title={VIEWS.root}
          checked={value.view === "root"}
          onChoose={() => choose("root")}
        >
          For bought devices and ready programs: <code>home/lamp</code>
        </ChoiceCard>
      </Choices>
      <GrantList
        grants={value.grants}
        errors={errors.grants}
        onChange={(grants) => onChange({ ...value, grants })}
      />
      <DeviceField
        value={value.device}
        errors={errors.device}
        onChange={(device) => onChange({ ...value, device })}
      />
    </>
  );
}

interface DeviceFieldProps {
  value: string | null;
  errors?: readonly string[] | undefined;
  onChange(device: string | null): void;
}

function DeviceField({ value, errors, onChange }: DeviceFieldProps) {
  const devices = useQuery(ownDevicesQuery());
  return (
    <SelectField
      label="Is the device"
      errors={errors}
      hint="A client that logs in with it is that device: the dashboard switches it, and its connections are events."
      value={value ?? ""}
      options={[["", "No device"], ...(devices.data ?? []).map(({ id, name }) => [id, name] as const)]}
      onChange={(device) => onChange(device || null)}
    />
  );
}

type Grant = Credential["grants"][number];

interface GrantListProps {
  grants: Grant[];
  errors?: readonly string[] | undefined;
  onChange(grants: Grant[]): void;
}

function GrantList({ grants, errors = [], onChange }: GrantListProps) {
  const change = (at: number, part: Partial<Grant>) =>
    onChange(grants.map((grant, other) => (other === at ? { ...grant, ...part } : grant)));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 text-sm font-medium">Topics besides its channels</legend>
      <p className="text-xs text-soft">
        Without your user ID in front. <code>+</code> stands for one level, <code>#</code> for all that
        follow, <code>%c</code> for the client id, <code>%u</code> for the user name.
      </p>
      {grants.map((grant, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place, whatever is typed into it
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 rounded-md border border-hairline p-2"
        >
          <Input
            aria-label={`Topic ${at + 1}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="zigbee2mqtt/#"
            value={grant.filter}
            onChange={({ target }) => change(at, { filter: target.value })}
            className="font-mono"
          />
          <IconButton
            label={`Remove topic ${at + 1}`}
            onClick={() => onChange(grants.filter((_, other) => other !== at))}
          >
            <X aria-hidden="true" />
          </IconButton>
          <div className="flex flex-wrap gap-x-5">
            <Checkbox
              label="Read"
              checked={grant.subscribe}
              onChange={({ target }) => change(at, { subscribe: target.checked })}
            />
            <Checkbox
              label="Write"
              checked={grant.publish}
              onChange={({ target }) => change(at, { publish: target.checked })}
            />
          </div>
        </div>
      ))}
      {errors.length > 0 && (
        <p role="alert" className="text-sm text-stop">
          {errors.join(" ")}
        </p>
      )}
      <Button
        size="sm"
        className="justify-self-start"
        onClick={() => onChange([...grants, { filter: "", publish: true, subscribe: true }])}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add a Topic
      </Button>
    </fieldset>
  );
}
