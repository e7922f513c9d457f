import { useEffect } from "react";

/** Events by which a reader leaves the place. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** Pixels. Positions are rounded differently by layout and scrolling. */
const TOLERANCE = 2;

/**
 * Scrolls to the section with this hash, and again whenever the page's height changes: sections and snippets above it
 * load after the jump. Ends when the reader moves, or when the returned function is called.
 */
function holdSection(hash: string): () => void {
  const section = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
  if (!section) return () => {};
  const topOf = () => section.getBoundingClientRect().top;
  const heightOf = () => document.documentElement.scrollHeight;
  let held = { top: 0, height: 0 };
  const put = () => {
    section.scrollIntoView({ behavior: "instant" });
    held = { top: topOf(), height: heightOf() };
  };
  // A scroll bar sends no other event. The browser itself scrolls only when the height changes.
  const onScroll = () => {
    if (heightOf() === held.height && Math.abs(topOf() - held.top) > TOLERANCE) release();
  };
  const observer = new ResizeObserver(put);
  const release = () => {
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, release);
    window.removeEventListener("scroll", onScroll);
  };
  put();
  observer.observe(document.body);
  for (const move of MOVES) window.addEventListener(move, release, { passive: true });
  window.addEventListener("scroll", onScroll, { passive: true });
  return release;
}

/** Holds the section that the address names when the page opens, and the section of each pressed link. */
export function useHeldSection(): void {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    // After a reload the browser restores the reader's place.
    let release = navigation?.type === "reload" ? () => {} : holdSection(window.location.hash);
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
      if (!link) return;
      release();
      release = holdSection(link.hash);
    };
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("click", onClick);
      release();
    };
  }, []);
}
