/**
 * Makes a value when it is first needed. The first formatter of `Intl` takes 30 ms in Chromium, which a screen's first
 * frame should not wait for.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
