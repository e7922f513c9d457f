import { Facts } from "./facts.tsx";
import { Code } from "./guide-page.tsx";

export default function Schedules() {
  return (
    <>
      <p className="max-w-[65ch]">
        Your broker switches a device on time, with every browser closed: weekly, at sunrise or sunset, or
        once. Make schedules on the device's page or by the API.
      </p>
      <Facts
        facts={[
          [
            "Daylight saving",
            "A time that does not exist runs at the next minute that does. One that comes twice runs once.",
          ],
          [
            "Late",
            "A run that was due while the service was down runs late, within its grace (default: ten minutes).",
          ],
          [
            "Missed",
            <>
              Later it is recorded as missed. With <Code>once</Code> the latest run is made up, and earlier
              ones are superseded.
            </>,
          ],
          [
            "Result",
            "Each run has one line: taken by the device, sent without proof, not connected, missed, superseded, or failed after five tries. Runs missed together are one line. The event names the schedule.",
          ],
          ["Automatic off", 'The device itself may also switch off: the earlier "off" wins.'],
        ]}
      />
    </>
  );
}
