import { expect, it } from "vitest";
import {
  type BoardEvent,
  type BoardState,
  happened,
  LOG_LINES,
  lampStyle,
  lampText,
  newBoard,
  presenceBeside,
  reportOf,
} from "../../../../web/src/features/virtual-device/board-state.ts";

const after = (...events: BoardEvent[]): BoardState =>
  events.reduce((board, event) => happened(board, event, 0), newBoard);
const control = (payload: string): BoardEvent => ({ type: "message", topic: "c", payload, control: true });

it("moves its pin by control messages", () => {
  expect(after(control('{"state":"on"}')).lit).toBe(true);
  expect(after(control('{"state":"on"}'), control('{"state":"off"}')).lit).toBe(false);
  expect(after(control('{"state":"on"}'), control("{}")).lit).toBe(false);
});

it("keeps it for an invalid message", () => {
  const board = after(control('{"state":"on"}'), control("on"));
  expect(board.lit).toBe(true);
  expect(board.log.at(-1)?.text).toContain("stays as it is");
});

it("prints other topics without obeying them", () => {
  const board = after({ type: "message", topic: "home/lamp", payload: '{"state":"on"}', control: false });
  expect(board.lit).toBe(false);
  expect(board.log.at(-1)?.text).toBe('home/lamp {"state":"on"}');
});

it("is dark and restarts after a power loss", () => {
  const board = after(
    { type: "connected", as: "x" },
    control('{"state":"on"}'),
    { type: "frozen", frozen: true },
    { type: "powered off" },
  );
  expect(board).toMatchObject({ phase: "off", lit: false, frozen: false, problem: null });
});

it("keeps its pin while the connection is lost", () => {
  const board = after(control('{"state":"on"}'), { type: "lost", reason: "gone", retryInSeconds: 1 });
  expect(board).toMatchObject({ phase: "waiting", lit: true, problem: "gone" });
});

it("keeps the end of its log only, each line under its own number", () => {
  const board = after(...Array.from({ length: 300 }, () => control('{"state":"on"}')));
  expect(board.log).toHaveLength(LOG_LINES);
  expect(board.log.at(-1)?.number).toBe(600);
  expect(new Set(board.log.map(({ number }) => number)).size).toBe(LOG_LINES);
});

it("is dimmed and coloured by its controls, which it reports as firmware would; a button has no value", () => {
  const dimmed = '{"state":"on","brightness":40,"color":"#ff8800","restart":true}';
  const board = after(control(dimmed), control('{"state":"off","brightness":50}'));
  expect(board).toMatchObject({ lit: false, values: { brightness: 50, color: "#ff8800" } });
  expect(reportOf(dimmed)).toBe('{"brightness":40,"color":"#ff8800"}');
  expect(lampText(board.values)).toBe("brightness 50, color #ff8800");
  for (const payload of ['{"state":"on"}', "on", '{"state":"up","brightness":1}'])
    expect(reportOf(payload)).toBeNull();
});

it("shines by percent or by byte, and in a colour that is one", () => {
  expect(lampStyle({ brightness: 100 })).toEqual({ "--light": 1 });
  expect(lampStyle({ brightness: 255, color: "red" })).toEqual({ "--light": 1 });
  expect(lampStyle({ brightness: 0, color: "#FF8800" })).toEqual({ "--lamp": "#FF8800", "--light": 0.15 });
});

it("shortens long values", () => {
  const board = after({ type: "message", topic: "t", payload: "x".repeat(9_000), control: false });
  expect(board.log.at(-1)?.text.length).toBeLessThan(300);
});

it("counts as connected while it runs, whatever the list says [F371]", () => {
  const runs = after({ type: "connected", as: "x" });
  for (const published of [true, false, null]) expect(presenceBeside(runs, published)).toBe(true);
  const lost = happened(runs, { type: "lost", reason: "gone", retryInSeconds: 1 }, 0);
  for (const board of [newBoard, lost]) {
    expect(presenceBeside(board, true)).toBe(true);
    expect(presenceBeside(board, false)).toBe(false);
    expect(presenceBeside(board, null)).toBeNull();
  }
});
