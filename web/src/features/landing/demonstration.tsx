import { useEffect, useState } from "react";
import { EventBadge } from "../../devices/events/event-badge.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { type Leg, type Line, next, press, type Scene, START, TOPIC } from "./simulation.ts";
import "./landing.css";
import type { SwitchState } from "../../../../broker/contract/control.ts";

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
            namedBy="demonstrated-device"
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

const DIGITAL = ["GND", "13", "12", "11", "10", "9", "8"];

function Board({ pin }: { pin: SwitchState }) {
  const on = pin === "on";
  return (
    <svg
      viewBox="0 0 320 250"
      role="img"
      aria-label={on ? "The board, the lamp on pin 13 is lit" : "The board, the lamp on pin 13 is dark"}
      className="board w-full"
      data-pin={pin}
    >
      <circle className="board-glow" cx="74" cy="48" r="46" />
      <g fill="none" stroke="var(--ink)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M67 62V112" />
        <path d="M81 62V88l20 8V112" />
      </g>
      <path
        className="board-lamp"
        d="M56 60V46a18 18 0 0 1 36 0v14z"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M51 60h46" stroke="var(--ink)" strokeWidth="3.5" strokeLinecap="round" />

      <rect x="22" y="98" width="284" height="142" rx="10" className="board-plate" strokeWidth="2" />
      <rect
        x="6"
        y="150"
        width="46"
        height="44"
        rx="3"
        fill="var(--well)"
        stroke="var(--edge)"
        strokeWidth="2"
      />
      <path d="M6 160h34M6 184h34" stroke="var(--edge)" strokeWidth="1.5" />

      {DIGITAL.map((name, at) => (
        <g key={name} transform={`translate(${60 + at * 34} 106)`}>
          <rect width="14" height="14" rx="2" fill="var(--ink)" />
          <rect x="4" y="4" width="6" height="6" fill="var(--paper)" />
          <text
            x="7"
            y="32"
            textAnchor="middle"
            fontFamily="var(--font-mono)"
            fontSize="11"
            fontWeight={name === "13" ? 500 : 400}
            fill={name === "13" ? "var(--ink)" : "var(--ink-soft)"}
          >
            {name}
          </text>
        </g>
      ))}
      <rect x="150" y="164" width="116" height="52" rx="4" fill="var(--ink)" />
      <path
        d="M160 164v-7M176 164v-7M192 164v-7M208 164v-7M224 164v-7M240 164v-7M256 164v-7M160 223v-7M176 223v-7M192 223v-7M208 223v-7M224 223v-7M240 223v-7M256 223v-7"
        stroke="var(--edge)"
        strokeWidth="4"
      />
      <circle cx="161" cy="205" r="3.5" fill="var(--paper)" opacity=".5" />
      <text
        x="208"
        y="194"
        textAnchor="middle"
        fontFamily="var(--font-mono)"
        fontSize="11"
        fill="var(--paper)"
      >
        porch lamp
      </text>
      <rect x="78" y="178" width="18" height="10" rx="2" className="board-led" strokeWidth="1.5" />
      <text x="104" y="187" fontFamily="var(--font-mono)" fontSize="11" fill="var(--ink-soft)">
        L
      </text>
    </svg>
  );
}
