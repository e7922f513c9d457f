import { type RefObject, useEffect, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { readerIsThere } from "./reader.ts";

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
