import { createFileRoute } from "@tanstack/react-router";
import { ClientsScreen } from "../../../features/clients/clients-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/clients")({
  component: ClientsScreen,
  staticData: { title: "MQTT Clients" },
});
