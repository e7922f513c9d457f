import { createFileRoute } from "@tanstack/react-router";
import { GuestsCard } from "../../features/guests/guests-card.tsx";
import { ProfileScreen } from "../../features/profile/profile-screen.tsx";
import { tabSearch } from "../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/profile")({
  validateSearch: tabSearch,
  component: Profile,
  staticData: { title: "Profile" },
});

function Profile() {
  const navigate = Route.useNavigate();
  return (
    <ProfileScreen
      guests={<GuestsCard />}
      tab={Route.useSearch().tab}
      onTab={(tab) => navigate({ search: { tab }, replace: true, resetScroll: false })}
    />
  );
}
