import { useEffect, useState } from "react";

/** A section is being read from when its head comes this near to the top. Pixels. */
const READING_LINE = 180;

/** The id of the section that is being read: the last one whose head has passed the line, or at the end the last. */
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
