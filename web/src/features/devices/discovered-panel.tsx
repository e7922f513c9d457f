import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { plainSentence } from "../../../../broker/contract/plain-sentence.ts";
import type { FoundDevice } from "../../../../worker/contract/found-devices.ts";
import { call } from "../../api/call.ts";
import { foundQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { isolated } from "../../lib/words.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";
import { toast } from "../../ui/messages/toast.ts";

export function FoundPanel() {
  const { data: found = [] } = useQuery(foundQuery());
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "Failed to add it. Please try again.", done: null });
  const add = ({ id, name }: FoundDevice) =>
    run(async () => {
      await call("adoptFound", { id });
      toast("success", `${isolated(name)} is one of your devices now.`);
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.found }),
        client.invalidateQueries({ queryKey: queryKeys.devices }),
      ]);
    });
  if (found.length === 0) return null;
  const offered = found.filter(({ switchable }) => switchable);
  const others = found.filter(({ switchable }) => !switchable);
  return (
    <Panel title="Found">
      <div className="grid grid-cols-1 gap-4 text-sm" aria-busy={busy === true}>
        <p className="max-w-[65ch] text-soft">
          They announce themselves on your account’s topics. Add one to give it a switch, schedules and
          events, like your own devices.
        </p>
        <ProblemNote problem={problem} />
        {offered.length > 0 && (
          <ul className="divide-y divide-hairline">
            {offered.map((each) => (
              <Row key={each.id} found={each}>
                <Button onClick={() => void add(each)} aria-label={`Add ${each.name}`}>
                  Add
                </Button>
              </Row>
            ))}
          </ul>
        )}
        {others.length > 0 && (
          <Fold title={`${others.length} more cannot be switched from here`} about="and why">
            <ul className="divide-y divide-hairline">
              {others.map((each) => (
                <Row key={each.id} found={each} />
              ))}
            </ul>
          </Fold>
        )}
        {found.at(-1)?.truncated && (
          <p className="text-soft">
            There are more. They are listed as soon as some of these are added or gone.
          </p>
        )}
      </div>
    </Panel>
  );
}

function Row({
  found: { name, source, why_not, command_topic },
  children,
}: {
  found: FoundDevice;
  children?: ReactNode;
}) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{isolated(name)}</span>
          <span className="text-soft">, by {source}</span>
        </p>
        {command_topic !== null && (
          <p className="text-soft wrap-anywhere">
            Switched by <code>{command_topic}</code>
          </p>
        )}
        {why_not !== null && <p className="text-soft wrap-anywhere">{plainSentence(why_not)}</p>}
      </div>
      {children}
    </li>
  );
}
