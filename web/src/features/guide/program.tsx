import { useRef } from "react";
import { part } from "../../ui/part.tsx";
import type { Guide } from "./use-guide.ts";
import { useNear } from "./use-near.ts";

const SnippetTabs = part(() => import("./snippet-tabs.tsx"));

interface ProgramProps {
  label: string;
  /** What the program is for: a device that listens, or someone who switches it. */
  of: "device" | "anonymous";
  guide: Guide;
}

/** Programs to copy. Their code is fetched when the reader comes near. */
export function Program(props: ProgramProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  // the room that the first of them takes: what stands below it would else be pushed out of sight
  const room =
    props.of === "device" ? "min-h-128 not-has-[pre]:min-h-279 sm:not-has-[pre]:min-h-268" : "min-h-88";
  return (
    <div ref={place} className={`${room} min-w-0`}>
      {near && <SnippetTabs {...props} />}
    </div>
  );
}
