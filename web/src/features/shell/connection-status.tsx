import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { type LinkView, linkView, retryLink } from "../../live/link.ts";
import type { ConnectionStatus as Status } from "../../live/reconnect.ts";
import { Button } from "../../ui/button.tsx";
import { Lamp, type Tone } from "../../ui/lamp.tsx";

const useLinkView = (): LinkView => useStore(linkView);

/** `short`: what fits into the header of a phone beside "Retry". */
const SHOWN: Record<Status, { tone: Tone; text: string; short?: string }> = {
  connected: { tone: "go", text: "Connected" },
  connecting: { tone: "wait", text: "Connecting" },
  disconnected: { tone: "idle", text: "Disconnected", short: "Lost" },
  error: { tone: "stop", text: "Connection error", short: "Error" },
};

/** Nothing is lost: the page has not connected. */
const NOT_YET = (
  <>
    Not connected<span className="max-sm:hidden"> yet</span>
  </>
);

function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

const Words = ({ text, short }: { text: string; short: string | undefined }) =>
  short === undefined ? (
    text
  ) : (
    <>
      <span className="max-sm:sr-only">{text}</span>
      <span aria-hidden="true" className="sm:hidden">
        {short}
      </span>
    </>
  );

/** State of the MQTT connection, time of the next attempt, and a button to retry now. `keyless`: the devices lack an API key. */
export function ConnectionStatus({ keyless }: { keyless: boolean }) {
  const { status, message, retryAt } = useLinkView();
  const seconds = useSecondsUntil(retryAt);
  const { tone, text, short } = SHOWN[status];
  const stopped = retryAt !== null || message !== null;
  return (
    // The name is truncated first, not the state.
    <div className="flex min-w-0 items-center gap-2.5 text-sm max-sm:gap-1.5 sm:shrink-0">
      <p className="flex min-w-0 items-center gap-1 sm:gap-2" title={message ?? undefined}>
        <Lamp tone={tone} blinking={status === "connecting"} />
        {/* The longest text of a start has its room, so that the header does not move. */}
        <span role="status" className="truncate max-sm:text-xs lg:min-w-30">
          <span className="sr-only">Broker: </span>
          {status === "disconnected" && !stopped ? NOT_YET : <Words text={text} short={short} />}
        </span>
        {seconds !== null && (
          <span aria-hidden="true" className="whitespace-nowrap text-xs text-soft tabular-nums max-sm:hidden">
            {seconds} s
          </span>
        )}
      </p>
      {stopped && (
        <Button size="sm" className="max-sm:px-1.5!" onClick={retryLink}>
          Retry
        </Button>
      )}
      {keyless && (
        <Link
          to="/dashboard/profile"
          className="text-xs whitespace-nowrap text-soft underline underline-offset-2 max-sm:hidden"
        >
          No API key
        </Link>
      )}
    </div>
  );
}
