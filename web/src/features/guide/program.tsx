import { useRef } from "react";
import { part } from "../../ui/loading/part.tsx";
import type { Guide } from "./use-guide.ts";
import { useNear } from "./use-near.ts";

const SnippetTabs = part(() => import("./programs/snippet-tabs.tsx"));

interface ProgramProps {
  label: string;
  of: keyof typeof ROOMS;
  guide: Guide;
}

/** Reserved heights, so that text below stays in place. */
const ROOMS = {
  device: "min-h-128 not-has-[pre]:min-h-279 sm:not-has-[pre]:min-h-268",
  telemetry: "min-h-128 not-has-[pre]:min-h-332",
  dimmer: "min-h-128 not-has-[pre]:min-h-332",
  restart: "min-h-128 not-has-[pre]:min-h-332",
  http: "min-h-95 sm:min-h-84",
  anonymous: "min-h-88",
};

export function Program(props: ProgramProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return (
    <div ref={place} className={`${ROOMS[props.of]} min-w-0`}>
      {near && <SnippetTabs {...props} />}
    </div>
  );
}
