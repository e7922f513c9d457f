import { useQuery } from "@tanstack/react-query";
import { LIST_REFRESH_MS, refusalsQuery } from "../../api/queries.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { RefusalsTable } from "./refusals-table.tsx";

/** Why something was refused, and what would mend it. */
export function RefusalsScreen() {
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
            {(list) => <RefusalsTable refusals={list} />}
          </Loaded>
        </Panel>
      </div>
    </>
  );
}
