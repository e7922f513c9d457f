import { type LampValues, lampStyle, lampText } from "./board-state.ts";
import "./esp32.css";

const LEFT = ["3V3", "GND", "15", "2", "4", "16", "17"];
const RIGHT = ["VIN", "GND", "13", "12", "14", "27", "26"];
const PITCH = 24;
const FIRST_PIN = 74;
const LAMP_PIN = RIGHT.indexOf("13");
const GROUND_PIN = RIGHT.indexOf("GND");

const pinY = (at: number): number => FIRST_PIN + at * PITCH;

interface Esp32Props {
  lit: boolean;
  values: LampValues;
  powered: boolean;
}

export function Esp32({ lit, values, powered }: Esp32Props) {
  const text = lampText(values);
  return (
    <svg
      viewBox="0 0 360 280"
      role="img"
      aria-label={`ESP32, the lamp on pin 13 is ${lit ? "lit" : "dark"}${text && `, ${text}`}`}
      style={lampStyle(values)}
      className="esp32 mx-auto max-h-44 w-full max-w-md sm:max-h-64"
      data-lit={lit}
    >
      <circle className="esp32-glow" cx="318" cy={pinY(1) + 12} r="42" />
      <rect x="40" y="10" width="200" height="260" rx="10" className="esp32-plate" strokeWidth="2" />
      <Radio />
      <Pins names={LEFT} x={50} labelX={72} anchor="start" />
      <Pins names={RIGHT} x={216} labelX={208} anchor="end" />
      <Lamp />
      <rect x="112" y="226" width="16" height="10" rx="2" className="esp32-power" data-on={powered} />
      <text x="134" y="235" className="esp32-label">
        PWR
      </text>
      <rect
        x="118"
        y="254"
        width="44"
        height="24"
        rx="3"
        fill="var(--well)"
        stroke="var(--edge)"
        strokeWidth="2"
      />
    </svg>
  );
}

function Radio() {
  return (
    <g>
      <path d="M108 56V26h14v20h12V26h12v20h12V26h14" fill="none" stroke="var(--edge)" strokeWidth="3" />
      <rect x="104" y="58" width="72" height="104" rx="4" fill="var(--ink)" />
      <text x="140" y="106" textAnchor="middle" className="esp32-chip">
        ESP32
      </text>
      <text x="140" y="124" textAnchor="middle" className="esp32-chip" opacity=".75">
        virtual
      </text>
    </g>
  );
}

interface PinsProps {
  names: string[];
  x: number;
  labelX: number;
  anchor: "start" | "end";
}

function Pins({ names, x, labelX, anchor }: PinsProps) {
  return names.map((name, at) => (
    <g key={name}>
      <rect x={x} y={pinY(at) - 7} width="14" height="14" rx="2" fill="var(--ink)" />
      <rect x={x + 4} y={pinY(at) - 3} width="6" height="6" fill="var(--paper)" />
      <text x={labelX} y={pinY(at) + 4} textAnchor={anchor} className="esp32-label" data-used={name === "13"}>
        {name}
      </text>
    </g>
  ));
}

function Lamp() {
  const lampY = pinY(GROUND_PIN);
  const wireY = pinY(LAMP_PIN);
  return (
    <g>
      <g fill="none" stroke="var(--ink)" strokeWidth="2.5" strokeLinejoin="round" strokeLinecap="round">
        <path d={`M230 ${lampY}H296`} />
        <path d={`M230 ${wireY}h10l4-7 8 14 8-14 8 14 8-14 4 7H296`} />
      </g>
      <path
        className="esp32-lamp"
        d={`M298 ${lampY - 10}h18a22 22 0 0 1 0 44h-18z`}
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d={`M298 ${lampY - 16}v56`} stroke="var(--ink)" strokeWidth="3.5" strokeLinecap="round" />
    </g>
  );
}
