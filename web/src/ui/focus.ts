/** Moves of the focus that the page makes by itself. What takes it is no stop of the Tab key. */

export function focusOn(target: HTMLElement | null): void {
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** A new screen starts where it starts, also for those who hear the page or use the keyboard alone. */
export function focusOnScreen(): void {
  // A field that wants to be filled in first has taken it.
  if (document.querySelector("main :focus")) return;
  focusOn(document.querySelector("h1") ?? document.querySelector("main"));
}
