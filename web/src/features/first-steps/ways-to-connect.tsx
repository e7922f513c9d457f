import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button.tsx";

export function WaysToConnect({ deviceId, onPhone }: { deviceId: string; onPhone(): void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Link
        to="/dashboard/devices/virtual"
        search={{ device: deviceId }}
        className={buttonClass("primary", "lg", "max-sm:w-full")}
      >
        Try a virtual device
      </Link>
      <Button size="lg" className="max-sm:w-full" onClick={onPhone}>
        Put the lamp on your phone
      </Button>
      <Link
        to="/dashboard/devices/$deviceId"
        params={{ deviceId }}
        search={{ connect: true }}
        className={buttonClass("secondary", "lg", "max-sm:w-full")}
      >
        Connect my own
      </Link>
    </div>
  );
}

export const ConnectSomething = () => (
  <p className="text-sm text-soft">
    Is it Tasmota, ESPHome, Home Assistant or another ready program?{" "}
    <Link
      to="/dashboard/mqtt/credentials"
      search={{ connect: true }}
      className="font-medium text-ink underline underline-offset-2"
    >
      Connect something
    </Link>{" "}
    instead: it needs none of this.
  </p>
);
