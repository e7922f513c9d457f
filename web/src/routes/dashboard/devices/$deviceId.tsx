import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { DevicePage } from "../../../features/device-page/device-page.tsx";
import { Loading } from "../../../ui/spinner.tsx";

// Shown in a dialog only.
const DeviceProgram = lazy(() => import("../../../features/guide/device-program.tsx"));

export const Route = createFileRoute("/dashboard/devices/$deviceId")({
  // `connect` opens the Connect dialog at once.
  validateSearch: ({ connect }: Record<string, unknown>): { connect?: true } =>
    connect === true ? { connect } : {},
  staticData: { title: "Device" },
  component: Device,
});

function Device() {
  const { deviceId } = Route.useParams();
  const { connect = false } = Route.useSearch();
  const program = (
    <Suspense fallback={<Loading />}>
      <DeviceProgram deviceId={deviceId} />
    </Suspense>
  );
  return <DevicePage deviceId={deviceId} program={program} connect={connect} />;
}
