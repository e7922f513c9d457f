import { createFileRoute, useLocation } from "@tanstack/react-router";
import { LampScreen } from "../features/virtual-device/lamp-screen.tsx";

/** Where a phone link leads; its token stands behind the `#`, which no server sees. */
export const Route = createFileRoute("/device")({
  staticData: { title: "Device" },
  component: PhoneLamp,
});

function PhoneLamp() {
  const token = useLocation({ select: ({ hash }) => hash });
  return <LampScreen key={token} token={token} />;
}
