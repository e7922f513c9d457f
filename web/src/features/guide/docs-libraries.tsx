import { GuideSupport } from "./guide-support.tsx";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

export default function Libraries({ guide }: { guide: Guide }) {
  return (
    <>
      <p>
        Each program connects as your device, receives commands and switches pin 13. Replace the marked
        values, and run it.
      </p>
      <Program label="Device program" of="device" guide={guide} />
      <p>
        Any client for MQTT 3.1, 3.1.1 or 5 works. <GuideSupport guide={guide} />
      </p>
    </>
  );
}
