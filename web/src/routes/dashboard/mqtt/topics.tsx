import { createFileRoute } from "@tanstack/react-router";
import { TopicsScreen } from "../../../features/topics/topics-screen.tsx";
import { textSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/mqtt/topics")({
  // the topic that is shown beside the tree
  validateSearch: textSearch("topic"),
  component: Topics,
  staticData: { title: "Topics" },
});

function Topics() {
  const { topic } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TopicsScreen
      topic={topic ?? null}
      onTopic={(next, replace) =>
        void navigate({ search: next === null ? {} : { topic: next }, replace, resetScroll: false })
      }
    />
  );
}
