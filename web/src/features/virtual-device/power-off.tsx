import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/button.tsx";
import { virtualDevice } from "./virtual-device.ts";

/** Empty when the device is played in another window, on a phone, or not at all. */
export default function PowerOff({ deviceId }: { deviceId: string }) {
  const { board } = virtualDevice(deviceId);
  if (useStore(board.state).phase === "off") return null;
  return (
    <Button size="sm" className="touch" onClick={() => board.powerOff()}>
      Power it off
    </Button>
  );
}
