/** A signal box panel: lines that part and join, block sections, and signals. Decoration. */
export function TrackDiagram() {
  return (
    <svg
      viewBox="0 -60 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="h-full w-full"
      role="presentation"
    >
      <defs>
        <pattern id="bench" width="40" height="40" patternUnits="userSpaceOnUse">
          <path d="M40 0H0V40" fill="none" stroke="var(--hairline)" strokeWidth="1" />
        </pattern>
      </defs>
      <rect y="-60" width="800" height="900" fill="url(#bench)" opacity=".7" />
      <g fill="none" stroke="var(--ink)" strokeWidth="9" strokeLinejoin="round" strokeDasharray="108 8">
        <path d="M-20 780H820" opacity=".18" />
        <path d="M-20 620H820" opacity=".18" />
        <path d="M-20 460H820" opacity=".18" />
        <path d="M-20 300H820" opacity=".18" />
        <path d="M-20 460H160L320 300H480L640 140H820" strokeDasharray="none" />
        <path d="M240 620L400 460" opacity=".18" />
        <path d="M480 460L640 620" opacity=".18" />
        <path d="M80 780L240 620" opacity=".18" />
      </g>
      <g fill="var(--paper)" stroke="var(--ink)" strokeWidth="5">
        <circle cx="160" cy="460" r="13" fill="var(--go-lamp)" />
        <circle cx="480" cy="300" r="13" fill="var(--go-lamp)" />
        <circle cx="240" cy="620" r="13" />
        <circle cx="480" cy="460" r="13" />
        <circle cx="80" cy="780" r="13" />
      </g>
      {[
        [40, 430, "1A"],
        [340, 270, "2A"],
        [660, 110, "3C"],
        [660, 270, "3B"],
        [340, 430, "2B"],
        [340, 590, "2D"],
        [660, 590, "3D"],
        [40, 590, "1D"],
        [340, 750, "2E"],
      ].map(([x, y, name]) => (
        <text key={name} x={x} y={y} fontFamily="var(--font-mono)" fontSize="17" fill="var(--ink-soft)">
          {name}
        </text>
      ))}
      {[
        [120, 395, true],
        [440, 235, true],
        [700, 555, false],
      ].map(([x, y, clear]) => (
        <g key={`${x}`} transform={`translate(${x} ${y})`}>
          <rect x="-13" y="-26" width="26" height="50" rx="13" fill="var(--ink)" />
          <circle cy="-12" r="7" fill={clear ? "var(--go-lamp)" : "var(--ink-soft)"} />
          <circle cy="10" r="7" fill={clear ? "var(--ink-soft)" : "var(--stop-lamp)"} />
        </g>
      ))}
    </svg>
  );
}
