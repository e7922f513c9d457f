import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { useUser } from "../../session/session.ts";
import { Nothing } from "./nothing.tsx";
import { usePins } from "./use-pins.ts";
import ValuesPanel from "./values-panel.tsx";

/** What a device measures. */
export default function DeviceValues({ deviceId }: { deviceId: string }) {
  const { id: userId } = useUser();
  return (
    <ValuesPanel
      source={{ device: deviceId }}
      pins={usePins(deviceId)}
      empty={
        <Nothing topic={telemetryTopic(userId, deviceId)}>
          Nothing was measured yet. What the device publishes here as JSON, say{" "}
          <code className="text-xs text-ink">{'{"temperature": 21.4}'}</code>, is kept and drawn.
        </Nothing>
      }
    />
  );
}
