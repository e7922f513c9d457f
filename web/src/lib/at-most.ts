export interface AtMost {
  /** Calls now, or as soon as the time since the last call is over. */
  ask(): void;
  stop(): void;
}

/** Calls at most once in so long, however often it is asked to, and once more after the last time it was. */
export function atMost(everyMs: number, call: () => void): AtMost {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const callNow = () => {
    isDue = false;
    timer = setTimeout(rest, everyMs);
    call();
  };
  const rest = () => {
    timer = undefined;
    if (isDue) callNow();
  };
  return {
    ask() {
      isDue = true;
      if (timer === undefined) callNow();
    },
    stop: () => clearTimeout(timer),
  };
}
