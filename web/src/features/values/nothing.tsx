import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { telemetryTopic } from "../../../../broker/contract/topics.ts";
import { deviceQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { CopyField } from "../../ui/copy.tsx";

export function Nothing({ topic, children }: { topic: string; children: ReactNode }) {
  return (
    <div className="grid max-w-2xl gap-3 text-sm text-soft">
      <p>{children}</p>
      <CopyField value={topic} label="Topic of its values" />
    </div>
  );
}

/** Of a device that has published no value. */
export function NothingYet({ deviceId }: { deviceId: string }) {
  const { id: userId } = useUser();
  const isFound = useQuery(deviceQuery(deviceId)).data?.kind === "found";
  return isFound ? (
    <FoundNothing />
  ) : (
    <Nothing topic={telemetryTopic(userId, deviceId)}>
      No values yet. What the device publishes here as JSON, say{" "}
      <code className="text-xs text-ink">{'{"temperature": 21.4}'}</code>, is stored and shown as a chart.
    </Nothing>
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
