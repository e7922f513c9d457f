import { type ReactNode, useRef } from "react";
import { Section } from "./guide-page.tsx";
import { useNear } from "./use-near.ts";

interface LaterSectionProps {
  id: string;
  title: string;
  /** The room that its text takes: what stands below it would else be pushed out of sight. */
  room: string;
  children: ReactNode;
}

/** A section whose text is fetched when the reader comes near. */
export function LaterSection({ id, title, room, children }: LaterSectionProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return (
    <Section id={id} title={title}>
      <div ref={place} className={`grid grid-cols-1 content-start gap-4 ${room}`}>
        {near && children}
      </div>
    </Section>
  );
}
