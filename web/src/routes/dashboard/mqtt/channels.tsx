import { createFileRoute } from "@tanstack/react-router";
import { ChannelsScreen } from "../../../features/channels/channels-screen.tsx";
import { whichSearch } from "../../../lib/link-search.ts";
import { partOnPress } from "../../../ui/part-on-press.ts";
import { Loading } from "../../../ui/spinner.tsx";

// It brings MQTT.js and more; most visits only look at the list.
const TestingTool = partOnPress(() => import("../../../features/testing-tool/testing-tool.tsx"), {
  // As high as it will be, so that the list below is not pushed away when it comes.
  loading: (
    <div className="min-h-240 lg:min-h-150">
      <Loading>Loading the testing tool...</Loading>
    </div>
  ),
});

export const Route = createFileRoute("/dashboard/mqtt/channels")({
  // `listen` opens the testing tool at once, as this credential.
  validateSearch: whichSearch("listen"),
  component: Channels,
  staticData: { title: "Channels" },
});

function Channels() {
  const { listen } = Route.useSearch();
  return (
    <ChannelsScreen testingTool={<TestingTool credentialId={listen} />} testing={listen !== undefined} />
  );
}
