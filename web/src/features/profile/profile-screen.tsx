import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../api/call.ts";
import { apiKeysQuery, tokensQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { CopyButton, CopyField } from "../../ui/apart/copy.tsx";
import { type Tab, Tabs } from "../../ui/apart/tabs.tsx";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Button } from "../../ui/page/button.tsx";
import { Note } from "../../ui/page/note.tsx";
import { LegalLinks } from "../../ui/page/public-footer.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
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
    <Panel title="Your details" className="w-full max-w-3xl">
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
  );
}

function Keys({ guests }: { guests: ReactNode }) {
  const { isPending } = useQuery(tokensQuery());
  return (
    <>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ApiKeyCard />
        <MqttCard />
      </div>
      <TokensCard />
      {/* The list of tokens would move it. */}
      {isPending ? null : guests}
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

function ApiKeyCard() {
  const keys = useQuery(apiKeysQuery());
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to generate a new API key. Please try again.",
    done: "New API key made.",
  });
  const key = keys.data?.[0];

  const generate = async () => {
    await run(async () => {
      if (key) await call("deleteApiKey", { id: key.id });
      await call("createApiKey");
    });
    setAsking(false);
    // Also after a failure: the old key may be deleted.
    await client.invalidateQueries({ queryKey: queryKeys.apiKeys });
  };

  return (
    <Panel title="API Key">
      {/* about its height with a key, so that nothing below moves */}
      <div className={keys.data ? undefined : "min-h-55 sm:min-h-47"}>
        <Loaded of={keys} failed="Failed to load the API key. Please try again.">
          {([key]) => (
            <div className="grid gap-5">
              {key?.key === "" ? (
                <Note tone="stop">This API key can no longer be shown. Generate a new one to see it.</Note>
              ) : key ? (
                <CopyField value={key.key} label="API key" className="min-h-10" />
              ) : (
                <Note>
                  You have no API key yet. This page needs one to reach the broker; devices log in with
                  credentials.
                </Note>
              )}
              <Note tone="wait">
                {key
                  ? "When you generate a new API key the old one stops working at once: every client that uses it is disconnected."
                  : "Anyone with this key can read and write all your topics. Keep it secret."}
              </Note>
              <ProblemNote problem={problem} />
              <Button
                busy={busy}
                className="justify-self-start"
                onClick={() => (key ? setAsking(true) : void generate())}
              >
                Generate New API Key
              </Button>
            </div>
          )}
        </Loaded>
      </div>
      <ConfirmModal
        open={asking}
        title="Generate New API Key"
        confirm="Generate"
        busy={busy}
        onConfirm={generate}
        onClose={() => setAsking(false)}
      >
        The old key stops working at once. Do you want to go on?
      </ConfirmModal>
    </Panel>
  );
}
