import { type ReactNode, useRef } from "react";
import { part } from "../../ui/part.tsx";
import { Authentication, Introduction } from "./docs-connecting.tsx";
import { Payloads, Topics } from "./docs-messages.tsx";
import { GuidePage, Section } from "./guide-page.tsx";
import { useGuide } from "./use-guide.ts";
import { useNear } from "./use-near.ts";

const Telemetry = part(() => import("./docs-telemetry.tsx"), { loading: null });
const Http = part(() => import("./docs-http.tsx"), { loading: null });
const Qos = part(() => import("./docs-qos.tsx"), { loading: null });
const Schedules = part(() => import("./docs-schedules.tsx"), { loading: null });
const HomeAssistant = part(() => import("./docs-home-assistant.tsx"), { loading: null });
const Limits = part(() => import("./docs-limits.tsx"), { loading: null });
const BestPractices = part(() => import("./docs-practices.tsx"), { loading: null });
const Libraries = part(() => import("./docs-libraries.tsx"), { loading: null });
const Reliability = part(() => import("./docs-reliability.tsx"), { loading: null });

const SECTIONS = [
  ["introduction", "Introduction"],
  ["authentication", "Authentication"],
  ["topics", "Topics"],
  ["payloads", "Payloads"],
  ["telemetry", "Telemetry"],
  ["http", "HTTP"],
  ["qos", "QoS"],
  ["schedules", "Schedules"],
  ["home-assistant", "Home Assistant"],
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
      lead="What a device needs to be switched from your dashboard: the address, the login and the topics."
      guide={guide}
      sections={SECTIONS}
    >
      <Introduction guide={guide} />
      <Authentication guide={guide} />
      <Topics guide={guide} />
      <Payloads />
      <LaterSection id="telemetry" title="Telemetry" room="min-h-192 sm:min-h-160">
        <Telemetry guide={guide} />
      </LaterSection>
      <LaterSection id="http" title="HTTP" room="min-h-224 sm:min-h-142">
        <Http guide={guide} />
      </LaterSection>
      <LaterSection id="qos" title="QoS" room="min-h-192 sm:min-h-108">
        <Qos guide={guide} />
      </LaterSection>
      <LaterSection id="schedules" title="Schedules" room="min-h-192 sm:min-h-108">
        <Schedules />
      </LaterSection>
      <LaterSection id="home-assistant" title="Home Assistant" room="min-h-352 sm:min-h-192">
        <HomeAssistant />
      </LaterSection>
      <LaterSection id="limits" title="Limits" room="min-h-144 sm:min-h-84">
        <Limits guide={guide} />
      </LaterSection>
      <LaterSection id="best-practices" title="Best practices" room="min-h-80 sm:min-h-60">
        <BestPractices />
      </LaterSection>
      <LaterSection id="reliability" title="Reliability" room="min-h-160 sm:min-h-88">
        <Reliability />
      </LaterSection>
      <LaterSection
        id="libraries"
        title="Libraries"
        room="not-has-[pre]:min-h-336 sm:not-has-[pre]:min-h-292"
      >
        <Libraries guide={guide} />
      </LaterSection>
    </GuidePage>
  );
}

interface LaterSectionProps {
  id: string;
  title: string;
  /** Reserved height, so that text below stays in place. */
  room: string;
  children: ReactNode;
}

function LaterSection({ id, title, room, children }: LaterSectionProps) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return (
    <Section id={id} title={title}>
      <div ref={place} className={`grid grid-cols-1 content-start gap-4 ${room}`}>
        {near && children}
      </div>
    </Section>
  );
}
