import { focusOn } from "./focus.ts";

/** What takes the focus in for what was in it. */
const PLACES = "[role=dialog], section, main";

const wayUp = (from: Element): Element[] => {
  const way = [from];
  for (let at = from.parentElement; at; at = at.parentElement) way.push(at);
  return way;
};

/**
 * Whatever has the focus and goes away, a row that is deleted say, hands it to the heading of what it stood in: on the
 * body one is nowhere, and who hears the page would begin at its top again. Answers what ends it.
 */
export function keepFocus(): () => void {
  let way: Element[] = [];
  const take = ({ target }: FocusEvent) => {
    way = wayUp(target as Element);
  };
  // Who presses beside everything means it; what is gone a moment later did not let go by itself.
  const letGo = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (way[0] === target && way[0]?.isConnected) way = [];
    });
  };
  const handOn = () => {
    if (document.activeElement !== document.body || !way[0] || way[0].isConnected) return;
    const place = way.find((each) => each.isConnected && each.matches(PLACES));
    if (place instanceof HTMLElement) focusOn(place.querySelector<HTMLElement>("h1, h2, h3") ?? place);
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
