/** Moves of the focus that the page makes by itself. What takes it is no stop of the Tab key. */

export function focusOn(target: HTMLElement): void {
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A new screen starts where it starts, also for those who hear the page or use the keyboard alone. */
export function focusOnScreen(): void {
  const main = document.querySelector("main");
  const now = document.activeElement;
  // A field that wants to be filled in first has taken it.
  if (main && (now === main || !main.contains(now))) focusOn(main.querySelector("h1") ?? main);
}
