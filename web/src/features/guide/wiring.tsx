/** How the lamp is wired: pin 13, resistor, LED, ground. */
export function Wiring() {
  return (
    <svg viewBox="0 0 240 200" role="img" aria-label="Pin 13, a 330 ohm resistor, an LED and GND in one loop">
      <rect x="1" y="1" width="238" height="198" rx="10" fill="var(--well)" stroke="var(--hairline)" />
      <rect
        x="20"
        y="120"
        width="200"
        height="60"
        rx="6"
        fill="var(--panel)"
        stroke="var(--edge)"
        strokeWidth="1.5"
      />
      <path
        d="M48 128h14v14h-14zM178 128h14v14h-14z"
        fill="var(--well)"
        stroke="var(--edge)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M55 128V45H80l4-8 8 16 8-16 8 16 8-16 8 16 4-8h22M168 45h17V128M168 33v24M163 26l7-9M172 29l7-9"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M150 33v24l18-12z"
        fill="var(--go-lamp)"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <g fontFamily="var(--font-mono)" fontSize="12" fill="var(--ink)" textAnchor="middle">
        <text x="55" y="164">
          13
        </text>
        <text x="185" y="164">
          GND
        </text>
        <text x="104" y="76">
          330 Ω
        </text>
        <text x="160" y="76">
          LED
        </text>
      </g>
    </svg>
  );
}
