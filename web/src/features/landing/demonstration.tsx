import { useEffect, useState } from "react";
import { EventBadge } from "../../devices/event-badge.tsx";
import { Switch } from "../../ui/switch.tsx";
import { Board } from "./board.tsx";
import { type Leg, type Line, next, press, type Scene, START, TOPIC } from "./simulation.ts";
import "./landing.css";

export function Demonstration() {
  const [scene, press] = useScene();
  const lit = (leg: Leg) => (scene.leg === leg ? "" : undefined);
  return (
    <section
      aria-label="Demonstration"
      className="min-w-0 overflow-hidden rounded-lg border border-edge bg-panel shadow-lift"
    >
      <p className="border-b border-hairline px-4 py-2 text-xs text-soft sm:px-6">
        A simulation in this page, with the messages of the real broker. Press the switch.
      </p>
      <div className="grid items-center gap-x-4 gap-y-2 px-4 py-6 sm:grid-cols-[auto_minmax(2rem,1fr)_auto_minmax(2rem,1fr)_minmax(10rem,14rem)] sm:px-6 sm:py-8">
        <div className="grid justify-items-center gap-2">
          <Switch
            size="lg"
            on={scene.shown === "on"}
            pending={scene.leg === "to-broker"}
            describedBy="demonstrated-device"
            onPress={press}
          />
          <span id="demonstrated-device" className="text-xs text-soft">
            Porch lamp, in your browser
          </span>
        </div>
        <Track lit={lit("to-broker")} />
        <div className="justify-self-center rounded-md border border-ink px-3 py-2 text-center font-mono text-xs">
          broker
        </div>
        <Track lit={scene.leg === "back" ? "back" : lit("to-device")} />
        <Board pin={scene.pin} />
      </div>
      <div className="border-t border-hairline bg-well px-4 py-3 sm:px-6">
        <div className="flex min-h-6 items-start justify-between gap-4">
          <p
            className="min-w-0 font-mono text-xs leading-5 wrap-anywhere text-soft"
            title="The device's control topic"
          >
            {TOPIC}
          </p>
          <span role="status" className="shrink-0">
            <EventBadge type={scene.event} />
          </span>
        </div>
        <Log lines={scene.log} />
      </div>
    </section>
  );
}

function Track({ lit }: { lit: string | undefined }) {
  return (
    <div className="track" data-lit={lit} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

function Log({ lines }: { lines: readonly Line[] }) {
  return (
    <ol aria-label="Messages" className="mt-3 h-44 overflow-hidden font-mono text-xs leading-5.5">
      {lines.map(({ id, from, to, packet, detail }) => (
        <li
          key={id}
          className="flex animate-appear gap-x-3 whitespace-nowrap max-sm:flex-wrap max-sm:nth-last-[n+5]:hidden"
        >
          <span className="w-34 shrink-0 text-soft">
            {from} → {to}
          </span>
          <span className="w-16 shrink-0 font-medium">{packet}</span>
          <span className="truncate max-sm:w-full max-sm:pl-4">{detail}</span>
        </li>
      ))}
    </ol>
  );
}

/** Slow enough to watch, fast enough to feel like a switch. */
const STEP_MS = 380;

function useScene(): [Scene, () => void] {
  const [scene, setScene] = useState(START);
  useEffect(() => {
    if (scene.leg === "rest") return;
    const timer = setTimeout(() => setScene(next), STEP_MS);
    return () => clearTimeout(timer);
  }, [scene]);
  return [scene, () => setScene(press)];
}
