import { useEffect, useState } from "react";

/** Pixels from the top at which a section becomes the current one. */
const READING_LINE = 180;

/** The current section: the last one whose heading is above the line, or the last one at the end of the page. */
export function sectionAt(tops: readonly (readonly [id: string, top: number])[], atEnd: boolean): string {
  const passed = atEnd ? tops.at(-1) : tops.findLast(([, top]) => top <= READING_LINE);
  return (passed ?? tops[0])?.[0] ?? "";
}

export function useSectionInView(sections: readonly (readonly [id: string, title: string])[]): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const look = () => {
      const tops = sections.map(
        ([id]) =>
          [id, document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY] as const,
      );
      const { scrollHeight } = document.documentElement;
      setCurrent(
        sectionAt(tops, window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2),
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [sections]);
  return current;
}
