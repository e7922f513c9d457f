import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import { BEFORE_CONNECT, proofOf, stateText } from "../../devices/delivery.ts";
import { DeliveryLine, Presence } from "../../devices/device-state.tsx";
import { actorText } from "../../devices/events/event-device.tsx";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import { classNames } from "../../lib/class-names.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Badge } from "../../ui/lamp.tsx";
import { whence } from "./connections-table.tsx";

interface SwitchPanelProps {
  device: DeviceDetail;
  /** Whether the page's data is still current. */
  known: boolean;
}

/** The switch shows the state; words beside it only where it waits for the device. */
export function SwitchPanel({ device, known }: SwitchPanelProps) {
  const { deliveryOf, press } = useSwitchDevice(known);
  const delivery = deliveryOf(device);
  const proof = proofOf(device, known);
  return (
    <div className="grid divide-hairline rounded-lg border border-hairline bg-panel md:grid-cols-2 md:divide-x">
      <section
        aria-label="Switch"
        className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 max-md:pb-2.5"
      >
        <Switch
          on={device.state}
          proof={proof}
          pending={delivery?.phase === "sending"}
          onPress={() => press(device)}
          size="lg"
        />
        {/* Two lines, so that nothing below moves when the delivery takes the place of the last command. */}
        <div className="grid min-h-9 min-w-40 flex-1 content-center gap-1.5">
          {proof === "waiting" && (
            <p>
              <Badge tone="wait" truncated>
                {stateText(device, proof)}
              </Badge>
            </p>
          )}
          <DeliveryLine delivery={delivery} />
          {!delivery && (
            <p className="text-xs text-soft">
              {known && device.connected && device.taken_before_connect
                ? `${BEFORE_CONNECT}.`
                : commandText(device.command)}
            </p>
          )}
        </div>
      </section>
      <section
        aria-label="Presence"
        className="grid min-w-0 content-center gap-1 px-5 py-4 text-sm max-md:pt-0"
      >
        <Presence
          connected={known ? device.connected : null}
          never={device.last_seen === null}
          className="text-sm!"
        />
        <p className={classNames("text-xs text-soft", device.connected && "max-md:hidden")}>
          {known ? sinceText(device) : readText(device)}
        </p>
        {(known ? device.clients : []).map((client) => (
          <p key={client.connection_id} className="text-xs text-soft max-md:hidden">
            <code className="text-ink wrap-anywhere">{client.client_id}</code> · {whence(client)}
          </p>
        ))}
      </section>
    </div>
  );
}

/** A command may have set values alone: the switch beside the text has the state. */
function commandText(command: DeviceDetail["command"]): string {
  if (!command) return "It has not been switched yet.";
  const { accepted_at, delivered_at } = command;
  const what = `Last command by ${actorText(command)}, ${preciseMomentText(accepted_at)}`;
  return delivered_at
    ? `${what}; taken by the device ${preciseMomentText(delivered_at)}.`
    : `${what}; not known to be taken.`;
}

/** What the page read before its data became old. */
const readText = (device: DeviceDetail): string =>
  device.since ? `Last read: connected since ${preciseMomentText(device.since)}.` : sinceText(device);

function sinceText({ since, last_seen, connected, found }: DeviceDetail): string {
  const seen = last_seen && preciseMomentText(last_seen);
  const source = found?.source ? ` Found, by ${found.source}.` : "";
  if (since) return `Since ${preciseMomentText(since)}.${seen ? ` Last heard of ${seen}.` : ""}${source}`;
  if (seen) return `Last seen ${seen}.${source}`;
  return `${connected ? "It was there when it was added." : "It has never been connected."}${source}`;
}
