import { useUser } from "../../session/session.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import DeleteAccount from "./delete-account.tsx";
import { MqttCard } from "./mqtt-card.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { UsageCard } from "./usage-card.tsx";

export function ProfileScreen() {
  const { id } = useUser();
  return (
    <>
      <PageHeading>Profile</PageHeading>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Panel title="Your details">
          <div className="grid gap-6">
            <div className="flex items-end gap-2">
              <div className="min-w-0 flex-1">
                <Field label="User ID">
                  {(input) => <Input {...input} readOnly value={id} className="font-mono text-xs!" />}
                </Field>
              </div>
              <CopyButton text={id} />
            </div>
            <ProfileForm />
          </div>
        </Panel>
        <div className="grid gap-5">
          <ApiKeyCard />
          <MqttCard />
          <UsageCard />
        </div>
      </div>
      <DeleteAccount />
    </>
  );
}
