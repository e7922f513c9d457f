import { Facts } from "./facts.tsx";
import { Code } from "./guide-page.tsx";

export default function Schedules() {
  return (
    <>
      <p className="max-w-[65ch]">
        A device is switched at its times by your broker, with every browser closed: by the calendar, at
        sunrise or sunset, or once. Schedules stand on the device's own page; programs make them by the API.
      </p>
      <Facts
        facts={[
          [
            "Clocks that change",
            "A time that does not exist runs at the next minute that does. One that comes twice runs once.",
          ],
          [
            "Late",
            "What was due while the service was away runs late within its grace, ten minutes unless you say otherwise.",
          ],
          [
            "Missed",
            <>
              Beyond that it is written down as missed. With <Code>once</Code> the latest is made up for, and
              those before it are superseded.
            </>,
          ],
          [
            "What became of it",
            "Each planned time has one line: taken by the device, sent and not proven, not connected, missed, superseded, or failed after five tries. Times that were missed together are one line with their number. The event says which schedule it was.",
          ],
          ["Switching off by itself", 'A device that does so keeps doing so: the earlier "off" wins.'],
        ]}
      />
    </>
  );
}
