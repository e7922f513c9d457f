import { controlObject, stateOf } from "../../../../broker/contract/control.ts";

export interface LogLine {
  /** Increases by one, so that a line keeps its key when older lines are dropped. */
  number: number;
  at: number;
  text: string;
}

export type LampValues = Readonly<Record<string, number | string>>;

export interface BoardState {
  phase: "off" | "connecting" | "connected" | "waiting";
  problem: string | null;
  lit: boolean;
  /** The values of the controls that it was sent, such as a brightness. */
  values: LampValues;
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
  /** It remembers that it was on. */
  | { type: "resumed" }
  | { type: "frozen"; frozen: boolean }
  | { type: "received"; topic: string; payload: string }
  | { type: "message"; topic: string; payload: string; control: boolean };

/** Older lines are dropped. */
export const LOG_LINES = 200;
/** Maximum number of characters of a message. */
const SHOWN_CHARACTERS = 200;

export const newBoard: BoardState = {
  phase: "off",
  problem: null,
  lit: false,
  values: {},
  frozen: false,
  log: [],
};

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
      return after({ phase: "off", problem: null, lit: false, values: {}, frozen: false }, "Power off");
    case "resumed":
      return after({ lit: true }, "Pin 13 HIGH, as before");
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
  const message = controlObject(payload);
  const state = message && stateOf(message);
  if (message === null || state === null) return after({}, line, "No control message: pin 13 stays as it is");
  const lit = state === "on";
  return after(
    { lit, values: { ...board.values, ...valuesIn(message) } },
    line,
    `Pin 13 ${lit ? "HIGH" : "LOW"}${lit === board.lit ? " (it was already)" : ""}`,
  );
}

// Controls: a lamp that is dimmed and coloured, as firmware would do it.

/** Numbers and texts. `true` may be a button, which is pressed and has no value. */
function valuesIn(message: Readonly<Record<string, unknown>>): LampValues {
  const { state: _, ...others } = message;
  const isValue = (value: unknown) => typeof value === "number" || typeof value === "string";
  return Object.fromEntries(Object.entries(others).filter(([, value]) => isValue(value))) as LampValues;
}

/** Returns what the board reports after a control message, as telemetry; null without values. */
export function reportOf(payload: string): string | null {
  const message = controlObject(payload);
  if (message === null || stateOf(message) === null) return null;
  const values = valuesIn(message);
  return Object.keys(values).length === 0 ? null : JSON.stringify(values);
}

/** "brightness 40, color #ff8800" */
export const lampText = (values: LampValues): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${shortened(String(value))}`)
    .join(", ");

/** A dim lamp is still a lit one. */
const LEAST_LIGHT = 0.15;
/** A brightness is in percent, or a byte. */
const RANGES = { percent: 100, byte: 255 };

/** The light from 0 to 1, and its colour, as custom properties of CSS. */
export function lampStyle({ brightness, color }: LampValues): Record<`--${string}`, string | number> {
  const isColor = typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color);
  const given = isColor ? { "--lamp": color } : {};
  if (typeof brightness !== "number") return given;
  const share = brightness / (brightness > RANGES.percent ? RANGES.byte : RANGES.percent);
  return { ...given, "--light": LEAST_LIGHT + (1 - LEAST_LIGHT) * Math.min(Math.max(share, 0), 1) };
}
