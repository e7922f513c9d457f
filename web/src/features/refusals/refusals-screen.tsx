import { useQuery } from "@tanstack/react-query";
import type { Refusal } from "../../../../worker/contract/refusal.ts";
import { LIST_REFRESH_MS, refusalsQuery } from "../../api/queries.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { refusalAt } from "./refusal-at.ts";
import { RefusalsTable } from "./refusals-table.tsx";

/** Why something was refused, and what would mend it. `at`: when the error happened that one comes from. */
export function RefusalsScreen({ at }: { at: string | undefined }) {
  const refusals = useQuery({ ...refusalsQuery(), refetchInterval: LIST_REFRESH_MS });
  return (
    <>
      <PageHeading>Refusals</PageHeading>
      <div className="grid gap-5">
        <Note>
          What the broker refused, newest first: the last 200, with the rule that failed. A topic that is
          allowed here holds at once; all else from the client's next connection.
        </Note>
        <Panel flush>
          <Loaded of={refusals} failed="The refusals could not be loaded." empty="Nothing was refused">
            {(list) => <Shown refusals={list} at={at} />}
          </Loaded>
        </Panel>
      </div>
    </>
  );
}

function Shown({ refusals, at }: { refusals: Refusal[]; at: string | undefined }) {
  const marked = at === undefined ? null : refusalAt(refusals, at);
  return (
    <>
      {at !== undefined && marked === null && (
        <Note className="m-5">
          Nothing of {preciseMomentText(at)} is here. The log holds the newest; and a message that made no
          sense is an error, but was not refused.
        </Note>
      )}
      <RefusalsTable refusals={refusals} marked={marked?.id} />
    </>
  );
}
