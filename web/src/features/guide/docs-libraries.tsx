import { GuideSupport } from "./guide-support.tsx";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

export default function Libraries({ guide }: { guide: Guide }) {
  return (
    <>
      <p>
        Each of these is a whole program: it connects as your device, listens, and moves pin 13. Copy it, fill
        in what is still marked, run it.
      </p>
      <Program label="Device program" of="device" guide={guide} />
      <p>
        Any client that speaks MQTT 3.1, 3.1.1 or 5 will do. <GuideSupport guide={guide} />
      </p>
    </>
  );
}
