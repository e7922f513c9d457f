import { focusOn } from "./focus.ts";

/** Elements whose heading takes the focus. */
const PLACES = "[role=dialog], section, main";

/** An element and all that it is in. */
export const wayUp = (from: Element): Element[] => {
  const way = [from];
  for (let at = from.parentElement; at; at = at.parentElement) way.push(at);
  return way;
};

/** Moves the focus from a removed element to the heading of its section. */
export function focusNear(way: readonly Element[]): void {
  const place = way.find((each) => each.isConnected && each.matches(PLACES));
  if (place instanceof HTMLElement) focusOn(place.querySelector<HTMLElement>("h1, h2, h3") ?? place);
}

/**
 * When the focused element is removed, for example a deleted row, moves the focus to the heading of its section. On
 * `body` a screen reader would start at the top again. Returns the function that stops it.
 */
export function keepFocus(): () => void {
  let way: Element[] = [];
  const take = ({ target }: FocusEvent) => {
    way = wayUp(target as Element);
  };
  // A press beside all controls removes the focus on purpose; only a removed element is handled.
  const letGo = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (way[0] === target && way[0]?.isConnected) way = [];
    });
  };
  const handOn = () => {
    if (document.activeElement !== document.body || !way[0] || way[0].isConnected) return;
    focusNear(way);
  };
  const watcher = new MutationObserver(handOn);
  watcher.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", take);
  document.addEventListener("focusout", letGo);
  return () => {
    watcher.disconnect();
    document.removeEventListener("focusin", take);
    document.removeEventListener("focusout", letGo);
  };
}
