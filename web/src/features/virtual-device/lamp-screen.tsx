import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { LinkedDevice } from "../../../../worker/contract/device-links.ts";
import { callPublic } from "../../api/call-public.ts";
import { CallError } from "../../api/problem.ts";
import { useStore } from "../../lib/store.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { Failed } from "../../ui/loading/failed.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Board } from "./board.ts";
import { type BoardState, lampStyle, lampText } from "./board-state.ts";
import "./esp32.css";

const isOver = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 400);

export function LampScreen({ token }: { token: string }) {
  const open = useCallback(() => callPublic("openLink", { body: { token } }), [token]);
  const opened = useAnswer(open);
  const [revoked, setRevoked] = useState(false);
  const askAgain = useCallback(() => {
    open().catch((error: unknown) => isOver(error) && setRevoked(true));
  }, [open]);
  const over = revoked || isOver(opened.error);
  if (opened.data && !over) return <Lamp device={opened.data} onRefused={askAgain} />;
  if (!opened.isError && !over) return <Loading full />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-5 p-6">
      <h1 className="text-xl">Phone link</h1>
      {over ? (
        <Note tone="wait">
          This link has expired or was revoked. Ask for a new one where you got it, or{" "}
          <Link to="/">see what this is</Link>.
        </Note>
      ) : (
        <Failed onRetry={opened.refetch}>The link could not be opened.</Failed>
      )}
    </main>
  );
}

const PHASES: Record<BoardState["phase"], string> = {
  off: "Not connected",
  connecting: "Connecting…",
  connected: "Connected",
  waiting: "Connection lost, trying again…",
};

interface LampProps {
  device: LinkedDevice;
  /** The broker refuses the login: the link may have expired. */
  onRefused(): void;
}

function Lamp({ device, onRefused }: LampProps) {
  const [board, { phase, lit, values, problem }] = useBoard();
  const { user_id: userId, device_id: deviceId, username, password, state } = device;
  useEffect(() => {
    board.powerOn({ userId, deviceId, username, password }, state);
  }, [board, userId, deviceId, username, password, state]);
  const refused = phase === "off" && problem !== null;
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  return (
    <main
      className="lamp-page grid min-h-dvh grid-rows-[auto_1fr_auto] justify-items-center p-6 text-center"
      data-lit={lit}
      style={lampStyle(values)}
    >
      <h1 className="text-xl wrap-anywhere">
        <bdi>{device.device_name}</bdi>
      </h1>
      <svg
        viewBox="0 0 200 200"
        role="img"
        aria-label={lit ? "The lamp is lit" : "The lamp is dark"}
        className="h-full max-h-[60dvh] w-full max-w-md self-center"
      >
        <circle className="lamp-halo" cx="100" cy="90" r="88" />
        <path
          className="lamp-bulb"
          d="M60 130V86a40 40 0 0 1 80 0v44z"
          strokeWidth="4"
          strokeLinejoin="round"
        />
        <path
          d="M50 130h100M82 132v50M118 132v40"
          stroke="var(--ink)"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </svg>
      <div role="status" className="grid gap-1">
        <p className="text-2xl font-semibold">{lit ? "On" : "Off"}</p>
        <p className="text-sm wrap-anywhere empty:hidden">{lampText(values)}</p>
        <p className="text-sm text-soft">{refused ? problem : PHASES[phase]}</p>
      </div>
    </main>
  );
}

function useBoard(): [board: Board, now: BoardState] {
  const [board] = useState(() => new Board());
  useEffect(() => () => board.powerOff(), [board]);
  return [board, useStore(board.state)];
}
