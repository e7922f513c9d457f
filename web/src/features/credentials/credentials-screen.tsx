import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { channelsQuery, credentialsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Note } from "../../ui/note.tsx";
import { Empty, PageHeading, Panel } from "../../ui/panel.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { CredentialsTable } from "./credentials-table.tsx";
import { DeleteCredential } from "./delete-credential.tsx";

// Most visits only look at the list.
const CredentialForm = lazy(() => import("./credential-form.tsx"));

type Dialog = { kind: "none" } | { kind: "add" } | { kind: "edit" | "delete"; credential: Credential };

export function CredentialsScreen() {
  const credentials = useQuery(credentialsQuery());
  const channels = useQuery(channelsQuery());
  const [dialog, setDialog] = useState<Dialog>({ kind: "none" });
  const close = () => setDialog({ kind: "none" });
  const edited = dialog.kind === "edit" ? dialog.credential : null;
  return (
    <>
      <PageHeading
        actions={
          <Button look="primary" onClick={() => setDialog({ kind: "add" })}>
            <Plus className="size-4" aria-hidden="true" />
            Add Credential
          </Button>
        }
      >
        MQTT Credentials
      </PageHeading>
      <div className="grid gap-5">
        {channels.data?.length === 0 && (
          <Note tone="wait">
            Please <Link to="/dashboard/mqtt/channels">create channels first</Link>: a credential grants
            access to the topics of its channels.
          </Note>
        )}
        <Panel flush>
          {credentials.isPending ? (
            <Loading />
          ) : credentials.isError ? (
            <Failed onRetry={credentials.refetch}>Failed to load MQTT credentials. Please try again.</Failed>
          ) : credentials.data.length === 0 ? (
            <Empty>No MQTT credentials found. Add your first credential!</Empty>
          ) : (
            <CredentialsTable
              credentials={credentials.data}
              onEdit={(credential) => setDialog({ kind: "edit", credential })}
              onDelete={(credential) => setDialog({ kind: "delete", credential })}
            />
          )}
        </Panel>
      </div>
      <Modal
        open={dialog.kind === "add" || dialog.kind === "edit"}
        title={edited ? "Edit Credential" : "Add Credential"}
        onClose={close}
      >
        <Suspense fallback={<Loading />}>
          <CredentialForm credential={edited} channels={channels.data ?? []} onClose={close} />
        </Suspense>
      </Modal>
      <DeleteCredential credential={dialog.kind === "delete" ? dialog.credential : null} onClose={close} />
    </>
  );
}
