import type { ReactNode } from "react";
import { Code } from "./guide-page.tsx";

interface FactsProps {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  code?: boolean;
}

export function Facts({ facts, code = false }: FactsProps) {
  return (
    <dl className="overflow-hidden rounded-lg border border-hairline bg-panel text-sm">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 gap-y-1 border-b border-hairline px-4 py-3 last:border-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="font-medium">{code ? <Code>{name}</Code> : name}</dt>
          <dd className="min-w-0 text-soft">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
