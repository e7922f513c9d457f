import { controlState } from "../../../../broker/contract/control.ts";

export interface LogLine {
  /** Increases by one, so that a line keeps its key when older lines are dropped. */
  number: number;
  at: number;
  text: string;
}

export interface BoardState {
  phase: "off" | "connecting" | "connected" | "waiting";
  problem: string | null;
  lit: boolean;
  /** The simulated board hangs: it neither reads nor answers. */
  frozen: boolean;
  log: readonly LogLine[];
}

export type BoardEvent =
  | { type: "connecting"; to: string }
  | { type: "connected"; as: string }
  | { type: "refused"; reason: string }
  | { type: "lost"; reason: string; retryInSeconds: number }
  | { type: "powered off" }
  | { type: "frozen"; frozen: boolean }
  | { type: "received"; topic: string; payload: string }
  | { type: "message"; topic: string; payload: string; control: boolean };

/** Older lines are dropped. */
export const LOG_LINES = 200;
/** Maximum number of characters of a message. */
const SHOWN_CHARACTERS = 200;

export const newBoard: BoardState = { phase: "off", problem: null, lit: false, frozen: false, log: [] };

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

function print(log: readonly LogLine[], at: number, texts: string[]): readonly LogLine[] {
  const first = (log.at(-1)?.number ?? 0) + 1;
  return [...log, ...texts.map((text, index) => ({ number: first + index, at, text }))].slice(-LOG_LINES);
}

/** Whether the device is online, as the simulated board in this page reports it. */
export const presenceBeside = ({ phase }: BoardState, published: boolean | null): boolean | null =>
  phase === "connected" || published;

export function happened(board: BoardState, event: BoardEvent, at: number): BoardState {
  const after = (change: Partial<BoardState>, ...texts: string[]): BoardState => ({
    ...board,
    ...change,
    log: print(board.log, at, texts),
  });
  switch (event.type) {
    case "connecting":
      return after({ phase: "connecting", problem: null }, `Connecting to ${event.to}`);
    case "connected":
      return after({ phase: "connected", problem: null }, `Connected as ${event.as}`);
    case "refused":
      return after({ phase: "off", problem: event.reason }, `Refused: ${event.reason}`);
    case "lost":
      return after(
        { phase: "waiting", problem: event.reason, frozen: false },
        `Lost: ${event.reason}. Trying again in ${event.retryInSeconds} s`,
      );
    case "powered off":
      // Without power the pin is low.
      return after({ phase: "off", problem: null, lit: false, frozen: false }, "Power off");
    case "frozen":
      return after(
        { frozen: event.frozen },
        event.frozen ? "Hangs: reads nothing, answers nothing" : "Runs again",
      );
    case "received":
      return after({}, `→ ${event.topic} ${event.payload}`);
    case "message":
      return heard(board, event, after);
  }
}

function heard(
  board: BoardState,
  { topic, payload, control }: Extract<BoardEvent, { type: "message" }>,
  after: (change: Partial<BoardState>, ...texts: string[]) => BoardState,
): BoardState {
  const line = `${topic} ${shortened(payload)}`;
  if (!control) return after({}, line);
  const state = controlState(payload);
  if (state === null) return after({}, line, "No control message: pin 13 stays as it is");
  const lit = state === "on";
  return after(
    { lit },
    line,
    `Pin 13 ${lit ? "HIGH" : "LOW"}${lit === board.lit ? " (it was already)" : ""}`,
  );
}
