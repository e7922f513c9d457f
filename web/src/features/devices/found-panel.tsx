import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FoundDevice } from "../../../../worker/contract/found.ts";
import { call } from "../../api/call.ts";
import { foundQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { isolated } from "../../lib/isolated.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";

/** Devices of other makes that announce themselves; nothing where there are none, or it is not known. */
export function FoundPanel() {
  const { data: found = [] } = useQuery(foundQuery());
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to add it. Please try again.",
    done: "Device added.",
  });
  const add = (id: string) =>
    run(async () => {
      await call("adoptFound", { id });
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.found }),
        client.invalidateQueries({ queryKey: queryKeys.devices }),
      ]);
    });
  if (found.length === 0) return null;
  return (
    <Panel title="Found">
      <ul className="grid gap-3 text-sm" aria-busy={busy === true}>
        {found.map((each) => (
          <Row key={each.id} found={each} onAdd={() => void add(each.id)} />
        ))}
      </ul>
      <ProblemNote problem={problem} />
    </Panel>
  );
}

function Row({ found, onAdd }: { found: FoundDevice; onAdd(): void }) {
  const { name, source, switchable, why_not: whyNot } = found;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {isolated(name)}, by {source}
        </span>
        {whyNot !== null && (
          <span className="block text-xs text-soft wrap-anywhere">Cannot be switched. {whyNot}</span>
        )}
      </span>
      {switchable && (
        <Button onClick={onAdd} aria-label={`Add ${name}`}>
          Add
        </Button>
      )}
    </li>
  );
}
