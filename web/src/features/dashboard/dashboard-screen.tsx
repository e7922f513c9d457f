import { Link } from "@tanstack/react-router";
import { Activity, ArrowRight, type LucideIcon, ToggleRight, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeading } from "../../ui/panel.tsx";
import { DeviceStatus } from "./device-status.tsx";
import { EarlyAlert } from "./early-alert.tsx";
import { RecentActivity } from "./recent-activity.tsx";

interface Card {
  title: string;
  text: string;
  link: string;
  to: "/dashboard/devices" | "/dashboard/devices/events" | "/dashboard/profile";
  Icon: LucideIcon;
}

const CARDS: Card[] = [
  {
    title: "Devices",
    text: "Control your devices: switch them on and off.",
    link: "Manage Devices",
    to: "/dashboard/devices",
    Icon: ToggleRight,
  },
  {
    title: "Events",
    text: "View the activity of your devices.",
    link: "View Events",
    to: "/dashboard/devices/events",
    Icon: Activity,
  },
  {
    title: "Profile",
    text: "Update your profile and manage your API keys.",
    link: "Update Profile",
    to: "/dashboard/profile",
    Icon: UserRound,
  },
];

/** `top` stands before all else while there is something to begin with. */
export function DashboardScreen({ top }: { top?: ReactNode }) {
  return (
    <>
      <PageHeading>Dashboard</PageHeading>
      <div className="grid gap-5">
        <EarlyAlert />
        {top}
        <DeviceStatus />
        <RecentActivity />
        <div className="grid divide-hairline rounded-lg border border-hairline bg-panel max-xl:divide-y xl:grid-cols-3 xl:divide-x">
          {CARDS.map(({ title, text, link, to, Icon }) => (
            <section
              key={title}
              aria-label={title}
              className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-5 py-3"
            >
              <h2 className="flex items-center gap-2 text-sm">
                <Icon className="size-4 shrink-0 text-soft" aria-hidden="true" />
                {title}
              </h2>
              <Link
                to={to}
                className="inline-flex items-center gap-1 text-sm font-medium underline underline-offset-2 after:absolute after:inset-0 after:rounded-lg"
              >
                {link}
                <ArrowRight
                  className="size-4 transition-transform group-hover:translate-x-0.5"
                  aria-hidden="true"
                />
              </Link>
              <p className="col-span-2 text-xs text-soft">{text}</p>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
