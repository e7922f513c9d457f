export interface AtMost {
  /** Calls now, or when the interval since the last call is over. */
  ask(): void;
  stop(): void;
}

/**
 * Limits how often `call` runs: at most once per interval, and once more after the last request. After a pause `burst`
 * calls may follow at once.
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
