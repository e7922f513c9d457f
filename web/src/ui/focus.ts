/** Focus changes by the page. Targets are not in the Tab order. */

export function focusOn(target: HTMLElement | null): void {
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Moves the focus to a new screen's heading, for screen readers and keyboards. */
export function focusOnScreen(): void {
  // A field of the screen already has the focus.
  if (document.querySelector("main :focus")) return;
  focusOn(document.querySelector("h1") ?? document.querySelector("main"));
}
