import { type ReactNode, useRef } from "react";
import { sections as firstSections, lead, title } from "../../../guide/connecting.md?guide";
import messageSections from "../../../guide/messages.md?outline";
import useSections from "../../../guide/using.md?outline";
import { CopyField } from "../../ui/copy.tsx";
import { Failed } from "../../ui/loading/failed.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { accountUrl, tcpOf } from "./broker.ts";
import { GuideBody, type GuideParts, UNDERLINED } from "./guide-body.tsx";
import { GuidePage, Section } from "./guide-page.tsx";
import { firstValues } from "./guide-values.ts";
import type { LaterParts } from "./later-sections.tsx";
import { type Guide, useGuide } from "./use-guide.ts";
import { useNear } from "./use-near.ts";

const LaterSections = part(() => import("./later-sections.tsx"), { loading: null });

const laterSections = [...messageSections, ...useSections];
const OUTLINE = [...firstSections.map(([id, name]) => [id, name] as const), ...laterSections];

/** Reserved heights of later sections, so that text below stays in place. */
const ROOMS: Record<string, string> = {
  topics: "min-h-290 sm:min-h-165",
  payloads: "min-h-80 sm:min-h-61",
  telemetry: "min-h-192 sm:min-h-160",
  http: "min-h-224 sm:min-h-142",
  qos: "min-h-192 sm:min-h-108",
  history: "min-h-192 sm:min-h-108",
  schedules: "min-h-192 sm:min-h-108",
  watches: "min-h-236 sm:min-h-139",
  "after-a-power-cut": "min-h-312 sm:min-h-186",
  guests: "min-h-178 sm:min-h-102",
  assistants: "min-h-273 sm:min-h-152",
  passkeys: "min-h-72 sm:min-h-44",
  "import-and-export": "min-h-240 sm:min-h-134",
  "home-assistant": "min-h-352 sm:min-h-192",
  limits: "min-h-144 sm:min-h-84",
  "best-practices": "min-h-80 sm:min-h-60",
  reliability: "min-h-160 sm:min-h-88",
  libraries: "not-has-[pre]:min-h-336 sm:not-has-[pre]:min-h-292",
};

export function DocsScreen() {
  const guide = useGuide();
  const parts = partsOf(guide);
  return (
    <GuidePage title={title} lead={lead} guide={guide} sections={OUTLINE}>
      {firstSections.map(([id, name, nodes]) => (
        <Section key={id} id={id} title={name}>
          <GuideBody nodes={nodes} parts={parts} />
        </Section>
      ))}
      {laterSections.map(([id, name]) => (
        <Section key={id} id={id} title={name}>
          <WhenNear room={ROOMS[id] ?? ""}>
            <LaterSections id={id} guide={guide} parts={parts} />
          </WhenNear>
        </Section>
      ))}
    </GuidePage>
  );
}

function WhenNear({ room, children }: { room: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return (
    <div ref={place} className={`grid grid-cols-1 content-start gap-4 [&>p]:max-w-[65ch] ${room}`}>
      {near && children}
    </div>
  );
}

function partsOf({ broker, userId, values }: Guide): Omit<GuideParts, keyof LaterParts> {
  const info = broker.data;
  const tcp = info && tcpOf(info);
  return {
    ...firstValues(info, values.USER_ID),
    broker: (facts) => <OnceKnown broker={broker}>{facts}</OnceKnown>,
    signedIn: userId !== null,
    webSocketAddress: info && (
      <CopyField value={accountUrl(info, userId ?? "{userId}")} label="WebSocket address" />
    ),
    tcp: tcp !== null,
    tcpAddress: tcp && <CopyField value={`${tcp.host}:${tcp.port}`} label="TCP address" />,
    support: info && <Support address={info.support_email} />,
  };
}

const Support = ({ address }: { address: string }) => (
  <>
    Questions go to{" "}
    <a href={`mailto:${address}`} className={UNDERLINED}>
      {address}
    </a>
    .
  </>
);

function OnceKnown({ broker, children }: { broker: Guide["broker"]; children: ReactNode }) {
  return (
    // The final height, so that nothing moves when the answer arrives.
    <div className={broker.data ? undefined : "min-h-[28.6rem] sm:min-h-[19.2rem]"}>
      {broker.data ? (
        children
      ) : broker.errorUpdateCount > 0 ? (
        <Failed onRetry={broker.refetch}>The broker's address could not be loaded.</Failed>
      ) : (
        <Loading>Asking the broker...</Loading>
      )}
    </div>
  );
}
