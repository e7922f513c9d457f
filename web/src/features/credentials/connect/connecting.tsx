import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { Credential } from "../../../../../worker/contract/credential.ts";
import type { LiveClient } from "../../../../../worker/contract/live-client.ts";
import { clientsQuery, refusalsQuery } from "../../../api/queries.ts";
import { refusalText } from "../../../devices/refusal-text.ts";
import { preciseMomentText } from "../../../lib/time.ts";
import { useUser } from "../../../session/session.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ModalActions } from "../../../ui/modal.tsx";
import { Note } from "../../../ui/note.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { LoginCard } from "./login-card.tsx";
import type { Program } from "./programs.ts";

/** Someone sits there and types. */
const WATCH_MS = 1_500;

interface ConnectingProps {
  program: Program;
  credential: Credential;
  onClose(): void;
}

/** What to type in, and what the broker sees of it meanwhile. */
export function Connecting({ program, credential, onClose }: ConnectingProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <LoginCard program={program} credential={credential} />
      <Watch credential={credential} />
      <ModalActions>
        {/* Who logs in as a device is that device: the page would pass for it. */}
        {credential.device === null && (
          <Link
            to="/dashboard/mqtt/channels"
            search={{ listen: credential.id }}
            className={buttonClass("secondary")}
          >
            Watch its messages
          </Link>
        )}
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </ModalActions>
    </div>
  );
}

const isOf = ({ id, device }: Credential, client: LiveClient): boolean =>
  client.id === id || (client.kind === "device" && client.id === device);

function Watch({ credential }: { credential: Credential }) {
  const { id: userId } = useUser();
  const { data: clients } = useQuery({ ...clientsQuery(), refetchInterval: WATCH_MS });
  const refused = useNewRefusal(credential);
  // The page's own tool may listen with it; that is not what is waited for.
  const seen = clients?.find((client) => !client.browser && isOf(credential, client));
  const lastSeen = useRef(seen);
  lastSeen.current = seen ?? lastSeen.current;
  if (seen) {
    return (
      <Note tone="go" live title="Connected">
        Since {preciseMomentText(seen.since)}, as <code className="wrap-anywhere">{seen.client_id}</code>.
      </Note>
    );
  }
  if (refused) {
    return (
      <Note tone="stop" title="Refused">
        {refusalText(refused, userId)} <Link to="/dashboard/mqtt/log">See what would help</Link>.
      </Note>
    );
  }
  return (
    <Note live title={lastSeen.current ? "It was connected, and left again" : "Waiting for it to connect"}>
      <span className="flex items-center gap-2">
        <Spinner />
        Save it there; what the broker sees of it stands here.
      </span>
    </Note>
  );
}

/** The newest refusal of what logs in with this since it is waited for. */
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
