let release = () => {};

/** Events by which a reader leaves the place. */
type Moves = readonly (keyof WindowEventMap)[];

/** Holds the section of a pressed link, or the one that the address names. */
export function hold(moves: Moves, click?: Event): void {
  const target = click?.target;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  if (click === undefined) holdSection(window.location.hash, moves);
  else if (link) holdSection(link.hash, moves);
}

/**
 * Scrolls to the section with this hash, and again whenever a part of the page changes its height: sections and
 * snippets above it load after the jump. Ends when the reader moves, or with the next section.
 */
function holdSection(hash: string, moves: Moves): void {
  release();
  const root = document.documentElement;
  const put = () => document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  const observer = new ResizeObserver(put);
  const end = () => {
    observer.disconnect();
    root.style.scrollBehavior = "";
    for (const move of moves) window.removeEventListener(move, end);
  };
  release = end;
  // A smooth jump of the browser or the router would still be under way when the next part arrives.
  root.style.scrollBehavior = "auto";
  put();
  // A section may grow by as much as another one shrinks: the height of the page alone does not show it.
  for (const part of [document.body, ...document.querySelectorAll("main > *")]) observer.observe(part);
  for (const move of moves) window.addEventListener(move, end, { passive: true });
}
