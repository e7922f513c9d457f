import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { tokensQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Field, Input } from "../../ui/inputs/field.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { LegalLinks } from "../../ui/layout/public-footer.tsx";
import { type Tab, Tabs } from "../../ui/layout/tabs.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { AppsCard } from "./apps/apps-card.tsx";
import DeleteAccount from "./delete-account.tsx";
import { ExportCard } from "./export-card.tsx";
import { ImportCard } from "./import-card.tsx";
import { MqttCard } from "./mqtt-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SecurityCard } from "./security-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TokensCard } from "./tokens/tokens-card.tsx";
import { UsageCard } from "./usage-card.tsx";

interface ProfileScreenProps {
  tab: string | undefined;
  onTab(name: string): void;
  guests: ReactNode;
}

export function ProfileScreen({ tab, onTab, guests }: ProfileScreenProps) {
  const tabs: Tab[] = [
    { name: "you", title: "You", panel: <You /> },
    { name: "keys", title: "Keys and tokens", panel: <Keys guests={guests} /> },
    { name: "security", title: "Security", panel: <Security /> },
    { name: "data", title: "Data", panel: <Data /> },
  ];
  return (
    <>
      <PageHeading>Profile</PageHeading>
      <Tabs label="Parts of your profile" tabs={tabs} current={tab} onTab={onTab} />
      <p className="mt-5 flex gap-x-5 text-sm text-soft">
        <LegalLinks className="inline-flex min-h-8 items-center underline underline-offset-2 hover:text-ink" />
      </p>
    </>
  );
}

function You() {
  const { id } = useUser();
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
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
      <ApiKeyCard />
    </div>
  );
}

function Keys({ guests }: { guests: ReactNode }) {
  const { isPending } = useQuery(tokensQuery());
  return (
    <>
      <MqttCard />
      <TokensCard />
      {/* The list of tokens would move them, and they the links below: those stay below the window meanwhile. */}
      {isPending ? (
        <div className="min-h-svh" />
      ) : (
        <>
          <AppsCard />
          {guests}
        </>
      )}
    </>
  );
}

const Security = () => (
  <>
    <SessionsCard />
    <PasskeysCard />
    <SecurityCard />
  </>
);

const Data = () => (
  <>
    <UsageCard />
    <ExportCard />
    <ImportCard />
    <DeleteAccount />
  </>
);
