import { useEffect, useState } from "react";
import { useStore } from "../../lib/use-store.ts";
import { Board } from "./board.ts";
import type { BoardState } from "./board-state.ts";

export function useBoard(): [board: Board, now: BoardState] {
  const [board] = useState(() => new Board());
  useEffect(() => () => board.powerOff(), [board]);
  return [board, useStore(board.state)];
}
