import { useEffect, useState } from "react";

export type Answer<T> =
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  | { state: "ready"; value: T };

/**
 * Asks once, and again when asked to. The guide is a public page, which has no room for a query cache; `load` must be
 * the same function from render to render.
 */
export function useAnswer<T>(load: () => Promise<T>): Answer<T> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<T>>({ state: "loading" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to ask again.
  useEffect(() => {
    let wanted = true;
    setAnswer({ state: "loading" });
    load().then(
      (value) => wanted && setAnswer({ state: "ready", value }),
      () => wanted && setAnswer({ state: "failed", retry: () => setAttempt((before) => before + 1) }),
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);
  return answer;
}
