import { useQuery, useQueryClient } from "@tanstack/react-query";
import { devicesQuery } from "../../api/queries.ts";
import { Empty, isMissing } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { rowHeight } from "./chart-size.ts";
import { HourBars } from "./hour-bars.tsx";
import { countByHour, type LastDay, totalOf } from "./hours.ts";
import { lastDayQuery } from "./last-day-query.ts";

const TITLE = "The last 24 hours";
/** More would push the list below out of sight. */
const ROWS = 10;
/** While it is not even known how many devices there are. */
const USUAL_ROWS = 5;

/** How much happened in each of the last 24 hours, a row for each device. */
export function EventChart() {
  const lastDay = useQuery(lastDayQuery(useQueryClient()));
  const { data: known } = useQuery(devicesQuery());
  // The list below says when events cannot be loaded.
  if (isMissing(lastDay)) return null;
  const { data, dataUpdatedAt } = lastDay;
  if (!data) {
    return (
      <Panel title={TITLE} className="mb-5">
        <div className="grid *:[grid-area:1/1]">
          <Loading>Counting...</Loading>
          <Room rows={Math.min(known?.length ?? USUAL_ROWS, ROWS)} />
        </div>
      </Panel>
    );
  }
  const day = countByHour(data.events, dataUpdatedAt);
  const rows = day.devices.slice(0, ROWS);
  const rest = day.devices.length - rows.length;
  const most = Math.max(0, ...day.devices.flatMap(({ counts }) => counts));
  return (
    <Panel
      title={TITLE}
      className="mb-5"
      aside={
        most > 0 && (
          <p className="text-xs text-soft">At most {most.toLocaleString("en-US")} in an hour, logarithmic</p>
        )
      }
    >
      {day.devices.length === 0 ? (
        <Empty>Nothing happened in the last 24 hours.</Empty>
      ) : (
        <>
          <HourBars hours={day.hours} devices={rows} />
          {rest > 0 && <p className="mt-2 text-xs text-soft">and {rest} more that did less</p>}
          {/* A box around it: a table by itself grows to its contents, hidden or not. */}
          <div className="sr-only">
            <FiguresTable day={day} />
          </div>
        </>
      )}
      {data.more && (
        <Note className="mt-4">
          Only the newest {totalOf(data.events).toLocaleString("en-US")} events are counted.
        </Note>
      )}
    </Panel>
  );
}

/** As much as that many rows will take, so that the list below is not pushed away when they come. */
const Room = ({ rows }: { rows: number }) => (
  <div aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and hold nothing.
      <div key={row} className="box-content max-sm:pt-9" style={{ height: rowHeight(row === rows - 1) }} />
    ))}
  </div>
);

const HOUR = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "numeric" });

/** The same figures for those who hear the page. */
function FiguresTable({ day }: { day: LastDay }) {
  return (
    <table>
      <caption>Activity by hour and device</caption>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          {day.devices.map(({ deviceId, name }) => (
            <th key={deviceId} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {day.hours.map((hour, at) => (
          <tr key={hour}>
            <th scope="row">{HOUR.format(hour)}</th>
            {day.devices.map(({ deviceId, counts }) => (
              <td key={deviceId}>{counts[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
