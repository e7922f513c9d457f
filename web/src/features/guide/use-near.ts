import { type RefObject, useEffect, useState } from "react";
import { createStore, useStore } from "../../lib/store.ts";

// Whether a person uses the page: a key, press or pointer event proves it. Then everything is rendered, so that search
// and print find it.

export const readerIsThere = createStore(false);

const SIGNS = ["keydown", "pointermove", "pointerdown", "scroll", "beforeprint"];

function see(): void {
  for (const sign of SIGNS) window.removeEventListener(sign, see);
  readerIsThere.set(true);
}

for (const sign of SIGNS) window.addEventListener(sign, see, { passive: true });

export function useNear(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  const there = useStore(readerIsThere);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      // Sections at the lower edge load when the user scrolls or moves the pointer.
      { rootMargin: "0px 0px -20%" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return near || there;
}
