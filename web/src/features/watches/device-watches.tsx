import { WatchesPanel } from "./watches-panel.tsx";

/** On a device's page. */
export default function DeviceWatches({ deviceId }: { deviceId: string }) {
  return (
    <WatchesPanel
      deviceId={deviceId}
      empty="No watches yet. A watch sends you a notice when the device is lost, or when a value leaves its bounds."
    />
  );
}
