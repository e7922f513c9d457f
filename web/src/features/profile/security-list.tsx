import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/table.tsx";

/** Read again each time the list is shown: any call may have added a row. */
const securityQuery = () =>
  queryOptions({
    queryKey: ["security"],
    queryFn: async () => (await call("listSecurityEvents")).map((event, at) => ({ ...event, key: `${at}` })),
    staleTime: 0,
  });

/** The newest first. */
export default function SecurityList() {
  const events = useQuery(securityQuery());
  return (
    <Loaded of={events} failed="Failed to load the security log. Please try again.">
      {(list) =>
        list.length === 0 ? (
          <p className="px-5 pb-4 text-sm">Nothing has happened in the last 90 days.</p>
        ) : (
          <Table
            label="Security log"
            rows={list}
            rowKey={({ key }) => key}
            columns={[
              { title: "Time", cell: ({ at }) => <Moment at={at} /> },
              {
                title: "What",
                lead: true,
                cell: ({ detail }) => <span className="break-words">{detail}</span>,
              },
              { title: "Browser", cell: ({ browser }) => browser },
              {
                title: "Address",
                cell: ({ address }) =>
                  address && <span className="font-mono text-xs break-all">{address}</span>,
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
