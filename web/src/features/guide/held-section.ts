/** Events by which a reader leaves the place. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Pixels. Positions are rounded differently by layout and scrolling. */
const TOLERANCE = 2;

let release = () => {};

/** Holds the section of a pressed link, or the one that the address names. */
export function hold(click?: Event): void {
  const target = click?.target;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  if (click === undefined) holdSection(window.location.hash);
  else if (link) holdSection(link.hash);
}

/**
 * Scrolls to the section with this hash, and again whenever the page's height changes: sections and snippets above it
 * load after the jump. Ends when the reader moves, or with the next section.
 */
function holdSection(hash: string): void {
  release();
  const section = document.getElementById(hash.slice(1));
  if (section === null) return;
  const topOf = () => section.getBoundingClientRect().top;
  const heightOf = () => document.documentElement.scrollHeight;
  let held = { top: 0, height: 0 };
  const put = () => {
    if (!section.isConnected) return end();
    section.scrollIntoView({ behavior: "instant" });
    held = { top: topOf(), height: heightOf() };
  };
  // A scroll bar sends no other event. The browser itself scrolls only when the height changes.
  const onScroll = () => {
    if (heightOf() === held.height && Math.abs(topOf() - held.top) > TOLERANCE) end();
  };
  const observer = new ResizeObserver(put);
  const end = () => {
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, end);
    window.removeEventListener("scroll", onScroll);
  };
  release = end;
  put();
  observer.observe(document.body);
  for (const move of MOVES) window.addEventListener(move, end, { passive: true });
  window.addEventListener("scroll", onScroll, { passive: true });
}
