import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import { call } from "../../api/call.ts";
import { channelsQuery, credentialsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ItemDialogs } from "../../forms/dialogs/item-dialogs.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { useOpenedBy } from "../../ui/dialogs/use-opened-by.ts";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { CredentialsTable } from "./credentials-table.tsx";

// Loaded on a press: most visits only read the list.
const CredentialForm = part(() => import("./credential-form.tsx"));
const RotateCredential = part(() => import("./rotate-credential.tsx"));

interface CredentialsScreenProps {
  /** Whether the address opens the dialog for connecting something. */
  connect: boolean;
  /** Takes that out of the address. */
  onConnected(): void;
}

export function CredentialsScreen({ connect, onConnected }: CredentialsScreenProps) {
  const credentials = useQuery(credentialsQuery());
  const channels = useQuery(channelsQuery());
  const dialog = useListDialog<Credential>();
  const connecting = useConnectDialogs(connect, onConnected);
  const [rotated, setRotated] = useState<Credential | null>(null);
  return (
    <>
      <PageHeading
        actions={
          <>
            <Button onClick={connecting.begin}>
              <Plug className="size-4" aria-hidden="true" />
              Connect something
            </Button>
            <Button look="primary" onClick={dialog.add}>
              <Plus className="size-4" aria-hidden="true" />
              Add Credential
            </Button>
          </>
        }
      >
        MQTT Credentials
      </PageHeading>
      <p className="mb-5 text-sm text-soft">
        A credential is the user name and password that a device or program logs in with, and the topics that
        it may use.
      </p>
      <div className="grid gap-5">
        {channels.data?.length === 0 && (
          <Note>
            Please <Link to="/dashboard/mqtt/channels">create channels first</Link>: a credential grants
            access to the topics of its channels.
          </Note>
        )}
        <Panel flush>
          <Loaded
            of={credentials}
            failed="Failed to load MQTT credentials. Please try again."
            empty="No MQTT credentials found. Add your first credential!"
          >
            {(list) => (
              <CredentialsTable
                credentials={list}
                onConnect={connecting.show}
                onRotate={setRotated}
                onEdit={dialog.edit}
                onDelete={dialog.remove}
              />
            )}
          </Loaded>
        </Panel>
      </div>
      <ItemDialogs
        of={dialog}
        noun="Credential"
        form={(credential) => (
          <CredentialForm credential={credential} channels={channels.data ?? []} onClose={dialog.close} />
        )}
        deletion={{
          make: ({ id }) => call("deleteCredential", { id }),
          changes: [queryKeys.credentials],
          fallback: "Failed to delete credential. Please try again.",
          question: "Are you sure you want to delete this credential?",
          isAtOnce: true,
        }}
      />
      <Modal
        open={rotated !== null}
        title={`New password for ${rotated?.name ?? ""}`}
        onClose={() => setRotated(null)}
      >
        {rotated && <RotateCredential credential={rotated} onClose={() => setRotated(null)} />}
      </Modal>
      <ConnectDialogs of={connecting} />
    </>
  );
}

const ConnectSomething = part(() => import("./connect/connect-something.tsx"));
const HowToConnect = part(() => import("./connect/how-to-connect.tsx"));

interface ConnectDialogsState {
  beginning: boolean;
  shown: Credential | null;
  begin(): void;
  show(credential: Credential): void;
  close(): void;
}

function useConnectDialogs(isNamed: boolean, leave: () => void): ConnectDialogsState {
  const [beginning, setBeginning] = useOpenedBy(isNamed, leave);
  const [shown, show] = useState<Credential | null>(null);
  return {
    beginning,
    shown,
    begin: () => setBeginning(true),
    show,
    close: () => {
      setBeginning(false);
      show(null);
    },
  };
}

function ConnectDialogs({ of: { beginning, shown, close } }: { of: ConnectDialogsState }) {
  return (
    <>
      <Modal wide open={beginning} title="Connect something" onClose={close}>
        <ConnectSomething onClose={close} />
      </Modal>
      <Modal wide open={shown !== null} title={`Connect with ${shown?.name ?? ""}`} onClose={close}>
        {shown && <HowToConnect credential={shown} onClose={close} />}
      </Modal>
    </>
  );
}
