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
        A device tells what it measures by a JSON object on its telemetry topic. The names are yours; each
        number becomes a series, with its last value and its chart on the device's page.
      </p>
      <p>
        <Code>{telemetryTopic(USER_ID, DEVICE_ID)}</Code>
      </p>
      <Facts
        facts={[
          [
            '{"temperature_c":21.4}',
            "At most 32 names of A to z, 0 to 9, _ . and -, up to 64 characters. A unit at the end of one is shown.",
          ],
          ['{"soil":{"moisture":38}}', "One level may be nested. It is kept as soil.moisture."],
          [
            '{"door":"open","light":true}',
            "Of texts the last one is kept, up to 64 bytes; true and false, too.",
          ],
          ['{"ts":1767225600000,…}', "When it was measured, in milliseconds since 1970. Left out: now."],
        ]}
        code
      />
      <p className="max-w-[65ch]">
        Anything else is delivered and kept nowhere, and is an Error Detected. Samples are kept for 7 days,
        minutes for 30, hours for 2 years: each with count, least, most, sum and last, so that averages are
        exact. A sample that is older when it comes goes into what is still kept of its time; one whose{" "}
        <Code>ts</Code> lies more than 2 years back is refused: 0x99 in MQTT 5. At QoS 1 a sample is
        acknowledged when it is safe; at QoS 0 a crash may cost the last minute.
      </p>
      <p className="max-w-[65ch]">
        Firmware with topics of its own is heard by a channel: <em>Keep its values over time</em> says where
        its messages hold a number. How the device itself is stands on its status topic, written by the broker
        alone: <Code>{statusTopic(USER_ID, DEVICE_ID)}</Code>
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
