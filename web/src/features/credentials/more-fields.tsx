import { useQuery } from "@tanstack/react-query";
import type { View } from "../../../../broker/contract/grants.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import type { FieldErrors } from "../../api/problem.ts";
import { ownDevicesQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { ChoiceCard, Choices } from "../../ui/choice-card.tsx";
import { SelectField } from "../../ui/select.tsx";
import { GrantList } from "./grant-list.tsx";
import { VIEWS } from "./may-do.ts";

export type More = Pick<Credential, "view" | "grants" | "device">;

interface MoreFieldsProps {
  value: More;
  errors: FieldErrors;
  onChange(value: More): void;
}

/** What few credentials need: how their topics are written, rights beside the channels, a device that they are. */
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
      hint="Whatever logs in with it is that device: it is switched on the dashboard, and its comings and goings are events."
      value={value ?? ""}
      options={[["", "No device"], ...(devices.data ?? []).map(({ id, name }) => [id, name] as const)]}
      onChange={(device) => onChange(device || null)}
    />
  );
}
