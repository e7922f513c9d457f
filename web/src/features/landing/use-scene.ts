import { useEffect, useState } from "react";
import { next, press, type Scene, START } from "./simulation.ts";

/** Slow enough to watch, quick enough to feel like a switch. */
const STEP_MS = 380;

export function useScene(): [Scene, () => void] {
  const [scene, setScene] = useState(START);
  useEffect(() => {
    if (scene.leg === "rest") return;
    const timer = setTimeout(() => setScene(next), STEP_MS);
    return () => clearTimeout(timer);
  }, [scene]);
  return [scene, () => setScene(press)];
}
