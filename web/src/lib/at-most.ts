export interface AtMost {
  /** Calls now, or as soon as the time since the last call is over. */
  ask(): void;
  stop(): void;
}

/**
 * Calls at most once in so long, however often it is asked to, and once more after the last time it was. After a rest
 * `burst` calls may follow each other at once.
 */
export function atMost(everyMs: number, call: () => void, burst = 1): AtMost {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  let tokens = burst;
  const callNow = () => {
    isDue = false;
    tokens--;
    timer ??= setTimeout(refill, everyMs);
    call();
  };
  const refill = () => {
    timer = undefined;
    tokens++;
    if (isDue) callNow();
    else if (tokens < burst) timer = setTimeout(refill, everyMs);
  };
  return {
    ask() {
      isDue = true;
      if (tokens > 0) callNow();
    },
    stop: () => clearTimeout(timer),
  };
}
