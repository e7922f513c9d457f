import { createFileRoute } from "@tanstack/react-router";
import { ChannelsScreen } from "../../../features/channels/channels-screen.tsx";
import { textSearch } from "../../../lib/link-search.ts";
import { part } from "../../../ui/loading/part.tsx";
import { Loading } from "../../../ui/loading/spinner.tsx";

// Contains MQTT.js; most visits only read the list.
const TestingTool = part(() => import("../../../features/testing-tool/testing-tool.tsx"), {
  // The final height, so that the list below stays in place.
  loading: (
    <div className="min-h-240 lg:min-h-150">
      <Loading>Loading the testing tool...</Loading>
    </div>
  ),
});

export const Route = createFileRoute("/dashboard/mqtt/channels")({
  // `listen` opens the testing tool with this credential.
  validateSearch: textSearch("listen"),
  component: Channels,
  staticData: { title: "Channels" },
});

function Channels() {
  const { listen } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ChannelsScreen
      testingTool={<TestingTool credentialId={listen} />}
      testing={listen !== undefined}
      onTested={() => void navigate({ search: {}, replace: true, resetScroll: false })}
    />
  );
}
