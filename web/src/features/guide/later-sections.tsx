import { REFERENCE_PATH } from "virtual:public-calls";
import { sections as ofMessages } from "../../../guide/messages.md?guide";
import { sections as ofUse } from "../../../guide/using.md?guide";
import { part } from "../../ui/loading/part.tsx";
import { GuideBody, type GuideParts, UNDERLINED } from "./guide-body.tsx";
import { laterValues } from "./later-values.ts";
import { Program } from "./program.tsx";
import type { Guide } from "./use-guide.ts";

// Loaded for signed-in users only.
const AsyncapiButton = part(() => import("./asyncapi-button.tsx"), { loading: null });

export type LaterParts = Pick<
  GuideParts,
  | keyof ReturnType<typeof laterValues>
  | "reference"
  | "telemetryPrograms"
  | "httpPrograms"
  | "devicePrograms"
  | "asyncapi"
>;

interface LaterSectionsProps {
  id: string;
  guide: Guide;
  parts: Omit<GuideParts, keyof LaterParts>;
}

/** The text of a section that is loaded when the reader is near. */
export default function LaterSections({ id, guide, parts }: LaterSectionsProps) {
  const [, , nodes = []] = [...ofMessages, ...ofUse].find(([each]) => each === id) ?? [];
  return <GuideBody nodes={nodes} parts={{ ...parts, ...laterPartsOf(guide) }} />;
}

const laterPartsOf = (guide: Guide): LaterParts => ({
  ...laterValues(guide.broker.data, guide.values.USER_ID, guide.values.DEVICE_ID),
  reference: (
    <a href={guide.values.API_URL + REFERENCE_PATH} className={UNDERLINED}>
      reference
    </a>
  ),
  telemetryPrograms: <Program label="Telemetry program" of="telemetry" guide={guide} />,
  httpPrograms: <Program label="Requests" of="http" guide={guide} />,
  devicePrograms: <Program label="Device program" of="device" guide={guide} />,
  asyncapi: guide.userId !== null && <AsyncapiButton />,
});
