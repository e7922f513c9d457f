import { classNames } from "../lib/class-names.ts";
import { Lamp, type Tone } from "../ui/lamp.tsx";
import { deliveryText, type SwitchDelivery } from "./delivery.ts";

export const DELIVERY_TONES: Record<SwitchDelivery["phase"], Tone> = {
  sending: "wait",
  accepted: "wait",
  taken: "go",
  offline: "idle",
  "not taken": "stop",
  replaced: "idle",
};

export function DeliveryLine({
  delivery,
  className,
}: {
  delivery: SwitchDelivery | undefined;
  className?: string;
}) {
  return (
    <p role="status" className={classNames("flex items-center gap-1.5 text-xs empty:hidden", className)}>
      {delivery && (
        <>
          <Lamp
            tone={DELIVERY_TONES[delivery.phase]}
            blinking={delivery.phase === "sending" || delivery.phase === "accepted"}
          />
          <span className="min-w-0">{deliveryText(delivery)}</span>
        </>
      )}
    </p>
  );
}
