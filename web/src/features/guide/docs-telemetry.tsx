import { statusTopic, telemetryTopic } from "../../../../broker/contract/topics.ts";
import { Facts } from "./facts.tsx";
import { Code } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

export default function Telemetry({ guide }: { guide: Guide }) {
  const { USER_ID = "{userId}", DEVICE_ID = "{deviceId}" } = guide.values;
  return (
    <>
      <p className="max-w-[65ch]">
        A device publishes its values as a JSON object on its telemetry topic. You choose the names. Each
        number has its last value and a chart on the device's page.
      </p>
      <p>
        <Code>{telemetryTopic(USER_ID, DEVICE_ID)}</Code>
      </p>
      <Facts
        facts={[
          [
            '{"temperature_c":21.4}',
            "At most 32 names of A to z, 0 to 9, _ . and -, up to 64 characters. A unit at the end of a name is shown.",
          ],
          ['{"soil":{"moisture":38}}', "One nested level. Stored as soil.moisture."],
          [
            '{"door":"open","light":true}',
            "For texts (up to 64 bytes), true and false only the last value is stored.",
          ],
          ['{"ts":1767225600000,…}', "Time of measurement, in milliseconds since 1970. Default: now."],
        ]}
        code
      />
      <p className="max-w-[65ch]">
        Anything else is delivered but not stored; the event is Error Detected. Samples are stored for 7 days,
        minutes for 30 days, hours for 2 years, each with count, minimum, maximum, sum and last value. A late
        sample is added to its minute or hour; one whose <Code>ts</Code> is more than 2 years old is refused:
        0x99 in MQTT 5. At QoS 1 an acknowledged sample is stored; at QoS 0 a crash may lose the last minute.
      </p>
      <p className="max-w-[65ch]">
        For firmware with its own topics, make a channel: <em>Store its values over time</em> selects the
        number in its messages. The broker publishes the device's state on its status topic:{" "}
        <Code>{statusTopic(USER_ID, DEVICE_ID)}</Code>
      </p>
      <Program label="Telemetry program" of="telemetry" guide={guide} />
      <p className="max-w-[65ch]">
        Read it back by{" "}
        <a href="#http" className="font-medium underline underline-offset-2">
          HTTP
        </a>
        , as JSON or for a spreadsheet.
      </p>
    </>
  );
}
