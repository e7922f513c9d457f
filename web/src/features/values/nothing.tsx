import type { ReactNode } from "react";
import { CopyField } from "../../ui/apart/copy.tsx";

export function Nothing({ topic, children }: { topic: string; children: ReactNode }) {
  return (
    <div className="grid max-w-xl gap-3 text-sm text-soft">
      <p>{children}</p>
      <CopyField value={topic} label="Topic of its values" />
    </div>
  );
}
