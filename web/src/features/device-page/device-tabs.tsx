import { Link } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue } from "react";
import type { AdoptedAs, DeviceDetail } from "../../../../worker/contract/devices.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { type Tab, Tabs } from "../../ui/layout/tabs.tsx";
import { part } from "../../ui/loading/part.tsx";
import { ConnectionHistory } from "./connection-history.tsx";
import { DeviceEvents } from "./device-events.tsx";
import { SchedulesPanel } from "./schedules/schedules-panel.tsx";
import { DeleteDevice, SettingsForm } from "./settings-form.tsx";
import { TwoProgramsNote } from "./two-programs-note.tsx";

/** Texts have no chart. */
const isCharted = ({ value }: DeviceDetail["values"][number]): boolean => typeof value !== "string";

interface DeviceTabsProps {
  device: DeviceDetail;
  chart: ReactNode;
  watches: ReactNode;
  /** In the address: the tab, and whether the form for a schedule is open at first. */
  search: { tab?: string | undefined; add?: true | undefined };
  onTab(name: string): void;
}

/** What is below the switch and the values of a device. */
export default function DeviceTabs({ device, chart, watches, search, onTab }: DeviceTabsProps) {
  // In steps, between which presses are answered: all panels are on the page, for its search and for paper.
  const isBegun = useDeferredValue(true, false);
  const tabs: Tab[] = [
    {
      name: "overview",
      title: "Overview",
      // The height of a chart, so that nothing moves when it is drawn.
      panel: <div className={device.values.some(isCharted) ? "min-h-150" : undefined}>{chart}</div>,
    },
    {
      name: "schedules",
      title: "Schedules",
      panel: <SchedulesPanel device={device} adds={search.add} onAdded={() => onTab("schedules")} />,
    },
    { name: "watches", title: "Watches", panel: watches },
    { name: "connections", title: "Connections", panel: <ConnectionHistory device={device} /> },
    { name: "events", title: "Events", panel: <DeviceEvents {...device} isOpen={search.tab === "events"} /> },
    { name: "settings", title: "Settings", panel: <DeviceSettings device={device} /> },
  ];
  return (
    isBegun && (
      <div className="min-w-0">
        <TwoProgramsNote deviceId={device.id} />
        <Tabs label="More of this device" tabs={tabs} current={search.tab} onTab={onTab} />
      </div>
    )
  );
}

const ControlsForm = part(() => import("./controls/controls-form.tsx"));

const DeviceSettings = ({ device }: { device: DeviceDetail }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <div className="grid min-w-0 gap-5">
      <SettingsForm device={device} />
      {device.found && <AnnouncedPanel found={device.found} />}
    </div>
    <div className="grid min-w-0 gap-5">
      <ControlsForm device={device} />
      <DeleteDevice device={device} />
    </div>
  </div>
);

interface Fact {
  name: string;
  /** An empty list shows `otherwise`. */
  topics: readonly string[];
  otherwise?: string;
}

const factsOf = ({ command_topic, state_topic, availability_topics }: AdoptedAs): Fact[] => [
  { name: "It is switched on", topics: [command_topic] },
  {
    name: "It reports its state on",
    topics: state_topic === null ? [] : [state_topic],
    otherwise: "No topic. There is no proof that it took a command.",
  },
  {
    name: "It reports whether it is online on",
    topics: availability_topics,
    otherwise: "No topic. It counts as online.",
  },
];

function AnnouncedPanel({ found }: { found: AdoptedAs }) {
  return (
    <Panel title="Its own topics">
      <div className="grid gap-4 text-sm">
        <p className="max-w-[65ch]">
          {found.source === null ? "" : `Announced by ${found.source}. `}It logs in by itself, as it did
          before it was added.{" "}
          <Link to="/docs" hash="home-assistant" className="font-medium underline underline-offset-2">
            What that means
          </Link>
        </p>
        <dl className="divide-y divide-hairline rounded-lg border border-hairline bg-well">
          {factsOf(found).map(({ name, topics, otherwise }) => (
            <div key={name} className="px-4 py-2.5">
              <dt className="text-soft">{name}</dt>
              {topics.length === 0 && <dd>{otherwise}</dd>}
              {topics.map((topic) => (
                <dd key={topic}>
                  <code className="text-xs wrap-anywhere">{topic}</code>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
