import { Authentication, Introduction } from "./docs-connecting.tsx";
import { BestPractices, Libraries, Payloads, Topics } from "./docs-messages.tsx";
import { Limits, Qos } from "./docs-qos.tsx";
import { Reliability } from "./docs-reliability.tsx";
import { GuidePage } from "./guide-page.tsx";
import { useGuide } from "./use-guide.ts";

const SECTIONS = [
  ["introduction", "Introduction"],
  ["authentication", "Authentication"],
  ["topics", "Topics"],
  ["payloads", "Payloads"],
  ["qos", "QoS"],
  ["limits", "Limits"],
  ["best-practices", "Best practices"],
  ["reliability", "Reliability"],
  ["libraries", "Libraries"],
] as const;

export function DocsScreen() {
  const guide = useGuide();
  return (
    <GuidePage
      title="MQTT integration guide"
      lead="Everything a device needs to be switched from your dashboard: where to connect, who to say it is, what to listen to."
      guide={guide}
      sections={SECTIONS}
    >
      <Introduction guide={guide} />
      <Authentication guide={guide} />
      <Topics guide={guide} />
      <Payloads />
      <Qos guide={guide} />
      <Limits guide={guide} />
      <BestPractices />
      <Reliability />
      <Libraries guide={guide} />
    </GuidePage>
  );
}
