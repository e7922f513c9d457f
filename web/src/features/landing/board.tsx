import type { SwitchState } from "../../../../broker/contract/control.ts";

const DIGITAL = ["GND", "13", "12", "11", "10", "9", "8"];

export function Board({ pin }: { pin: SwitchState }) {
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
