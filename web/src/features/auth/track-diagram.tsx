/** A signal box panel: lines that part and join, block sections, and signals. Decoration, kept out of the script. */
export function TrackDiagram() {
  return (
    <svg
      viewBox="0 -60 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="h-full w-full [--signal-box:#1d1b18] [--signal-dark:#5d584f]"
      aria-hidden="true"
    >
      <use href="/yard.svg#yard" />
    </svg>
  );
}
