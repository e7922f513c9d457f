import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { LiveClient } from "../../../../../worker/contract/clients.ts";
import type { Program } from "../../../../../worker/contract/connect/programs.ts";
import type { Credential } from "../../../../../worker/contract/credentials.ts";
import { clientsQuery, credentialsQuery, foundQuery, refusalsQuery } from "../../../api/queries.ts";
import { refusalText } from "../../../devices/refusal-text.ts";
import { preciseMomentText } from "../../../lib/time.ts";
import { useUser } from "../../../session/session.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ModalActions } from "../../../ui/dialogs/modal.tsx";
import { Spinner } from "../../../ui/loading/spinner.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { LoginCard } from "./login-card.tsx";

/** Polling interval while the user waits at this dialog. */
const WATCH_MS = 1_500;

interface ConnectingProps {
  program: Program;
  credential: Credential;
  onClose(): void;
}

export function Connecting({ program, credential, onClose }: ConnectingProps) {
  const { data: found = [] } = useQuery({ ...foundQuery(), refetchInterval: WATCH_MS });
  const offered = found.filter(({ switchable }) => switchable).length;
  return (
    <div className="grid grid-cols-1 gap-5">
      {/* First, so that it is in view while the values below are typed in. */}
      <Watch credential={credential} />
      <LoginCard program={program} credential={credential} />
      <ModalActions>
        {/* A device's credential logs in as the device, so the page must not use it. */}
        {credential.device === null && (
          <Link
            to="/dashboard/mqtt/channels"
            search={{ listen: credential.id }}
            className={buttonClass("secondary")}
          >
            Watch its messages
          </Link>
        )}
        <Button look={offered > 0 ? "secondary" : "primary"} onClick={onClose}>
          Done
        </Button>
        {/* Empty at first, so that a screen reader reports what appears in it. */}
        <span role="status">
          {offered > 0 && (
            <Link to="/dashboard/devices" className={buttonClass("primary")}>
              {offered === 1 ? "Add the found device" : `Add ${offered} found devices`}
            </Link>
          )}
        </span>
      </ModalActions>
    </div>
  );
}

function Watch({ credential }: { credential: Credential }) {
  const { id: userId } = useUser();
  const live = useLive(credential);
  const refused = useNewRefusal(credential);
  const used = useLastUse(credential);
  if (live) {
    return (
      <Note tone="go" live title="Connected">
        Since {preciseMomentText(live.since)}, as <code className="wrap-anywhere">{live.client_id}</code>.
      </Note>
    );
  }
  if (refused) {
    return (
      <Note tone="stop" title="Blocked">
        {refusalText(refused, userId)} <Link to="/dashboard/mqtt/log">See what would help</Link>.
      </Note>
    );
  }
  if (used) {
    return (
      <Note tone="go" live title="It has disconnected">
        It logged in at {preciseMomentText(used)}, and is no longer connected.
      </Note>
    );
  }
  return (
    <Note live title="Waiting for it to connect">
      <span className="flex items-center gap-2">
        <Spinner />
        Save it there. Its login and any error appear here.
      </span>
    </Note>
  );
}

/** The page's testing tool may use the same credential; its client does not count. */
function useLive({ id, device }: Credential): LiveClient | undefined {
  const { data } = useQuery({ ...clientsQuery(), refetchInterval: WATCH_MS });
  return data?.find(
    (client) => !client.browser && (client.id === id || (client.kind === "device" && client.id === device)),
  );
}

/** A client that publishes once and disconnects is never in the list of clients. */
function useLastUse({ id }: Credential): string | null | undefined {
  const { data } = useQuery({ ...credentialsQuery(), refetchInterval: WATCH_MS });
  return data?.find((credential) => credential.id === id)?.last_used;
}

/** The newest blocked attempt of a client with this credential since the dialog was opened. */
function useNewRefusal({ id, username }: Credential) {
  const { data, isFetchedAfterMount } = useQuery({ ...refusalsQuery(), refetchInterval: WATCH_MS });
  const known = useRef<ReadonlySet<string> | null>(null);
  if (!data || !isFetchedAfterMount) return undefined;
  known.current ??= new Set(data.map((refusal) => refusal.id));
  return data.find(
    ({ id: refusal, client_name, remedy }) =>
      !known.current?.has(refusal) && (client_name === username || remedy?.credential_id === id),
  );
}
