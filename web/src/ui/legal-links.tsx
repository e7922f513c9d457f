import { apiOrigin } from "../lib/api-origin.ts";

/** Pages of the Worker, no routes. */
export const LegalLinks = ({ className }: { className: string }) =>
  ["Terms", "Privacy"].map((name) => (
    <a key={name} href={`${apiOrigin}/${name.toLowerCase()}`} className={className}>
      {name}
    </a>
  ));
