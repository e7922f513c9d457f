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
      <g fill="var(--well)" stroke="var(--edge)" strokeWidth="1.5">
        <rect x="48" y="128" width="14" height="14" rx="2" />
        <rect x="178" y="128" width="14" height="14" rx="2" />
      </g>
      <g fontFamily="var(--font-mono)" fontSize="13" fill="var(--ink)" textAnchor="middle">
        <text x="55" y="164">
          13
        </text>
        <text x="185" y="164">
          GND
        </text>
      </g>
      <g fill="none" stroke="var(--ink)" strokeWidth="2" strokeLinejoin="round">
        <path d="M55 128V45H80" />
        <path d="M80 45l4-8 8 16 8-16 8 16 8-16 8 16 4-8" />
        <path d="M128 45h22M168 45h17V128" />
      </g>
      <path
        d="M150 33v24l18-12z"
        fill="var(--go-lamp)"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M168 33v24M163 26l7-9M172 29l7-9" stroke="var(--ink)" strokeWidth="2" fill="none" />
      <g fontFamily="var(--font-mono)" fontSize="12" fill="var(--ink-soft)" textAnchor="middle">
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
