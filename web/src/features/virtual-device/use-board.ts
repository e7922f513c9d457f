import { useEffect, useState } from "react";
import { useStore } from "../../lib/use-store.ts";
import { Board } from "./board.ts";
import type { BoardState } from "./board-state.ts";

/** A board that has power for as long as its screen is shown. */
export function useBoard(): [board: Board, now: BoardState] {
  const [board] = useState(() => new Board());
  useEffect(() => () => board.powerOff(), [board]);
  return [board, useStore(board.state)];
}
