import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { deviceQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import type { ChartView } from "./chosen.ts";
import { Nothing } from "./nothing.tsx";
import { usePins } from "./use-pins.ts";
import ValuesPanel from "./values-panel.tsx";

interface DeviceValuesProps {
  deviceId: string;
  view: ChartView;
  onView(changed: ChartView): void;
}

export default function DeviceValues({ deviceId, view, onView }: DeviceValuesProps) {
  const { id: userId } = useUser();
  const isFound = useQuery(deviceQuery(deviceId)).data?.kind === "found";
  return (
    <ValuesPanel
      source={{ device: deviceId }}
      pins={usePins(deviceId)}
      view={view}
      onView={onView}
      empty={
        isFound ? (
          <FoundNothing />
        ) : (
          <Nothing topic={telemetryTopic(userId, deviceId)}>
            No values yet. What the device publishes here as JSON, say{" "}
            <code className="text-xs text-ink">{'{"temperature": 21.4}'}</code>, is stored and shown as a
            chart.
          </Nothing>
        )
      }
    />
  );
}

const FoundNothing = () => (
  <p className="max-w-[65ch] text-sm text-soft">
    It publishes its values on its own topics. Make a{" "}
    <Link to="/dashboard/mqtt/channels" className="font-medium underline underline-offset-2">
      channel
    </Link>{" "}
    of one of them, and its values are stored and shown as a chart.
  </p>
);
