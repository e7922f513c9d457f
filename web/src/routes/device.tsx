import { createFileRoute, useLocation } from "@tanstack/react-router";
import { LampScreen } from "../features/virtual-device/lamp-screen.tsx";

/** The target of a phone link. Its token is behind the `#`, which browsers do not send. */
export const Route = createFileRoute("/device")({ staticData: { title: "Device" }, component: PhoneLamp });

function PhoneLamp() {
  const token = useLocation({ select: ({ hash }) => hash });
  return <LampScreen key={token} token={token} />;
}
