import {
  Activity,
  BellRing,
  BookOpen,
  Cable,
  Clock,
  Gauge,
  KeyRound,
  ListTree,
  type LucideIcon,
  Rss,
  ShieldQuestion,
  SquareTerminal,
  ToggleRight,
  UserRound,
} from "lucide-react";

export interface NavigationEntry {
  to:
    | "/dashboard"
    | "/dashboard/devices"
    | "/dashboard/devices/events"
    | "/dashboard/schedules"
    | "/dashboard/watches"
    | "/dashboard/profile"
    | "/dashboard/mqtt/channels"
    | "/dashboard/mqtt/credentials"
    | "/dashboard/mqtt/topics"
    | "/dashboard/mqtt/clients"
    | "/dashboard/mqtt/log"
    | "/examples"
    | "/docs";
  text: string;
  Icon: LucideIcon;
  /** Also in the bar at the bottom of a phone. */
  isFrequent?: true;
  /** Not in a beginner's menu: see `use-menu.ts`. */
  isAdvanced?: true;
}

export const NAVIGATION: { title: string | null; entries: NavigationEntry[] }[] = [
  {
    title: null,
    entries: [
      { to: "/dashboard", text: "Dashboard", Icon: Gauge, isFrequent: true },
      { to: "/dashboard/devices", text: "Devices", Icon: ToggleRight, isFrequent: true },
      { to: "/dashboard/schedules", text: "Schedules", Icon: Clock },
      { to: "/dashboard/devices/events", text: "Events", Icon: Activity, isFrequent: true },
      { to: "/dashboard/watches", text: "Watches", Icon: BellRing, isFrequent: true },
      { to: "/dashboard/profile", text: "Profile", Icon: UserRound },
    ],
  },
  {
    title: "MQTT",
    entries: [
      { to: "/dashboard/mqtt/channels", text: "Channels", Icon: Rss },
      { to: "/dashboard/mqtt/credentials", text: "Credentials", Icon: KeyRound },
      { to: "/dashboard/mqtt/topics", text: "Topics", Icon: ListTree },
      { to: "/dashboard/mqtt/clients", text: "Clients", Icon: Cable, isAdvanced: true },
      { to: "/dashboard/mqtt/log", text: "Blocked attempts", Icon: ShieldQuestion, isAdvanced: true },
    ],
  },
  {
    title: "Resources",
    entries: [
      { to: "/examples", text: "Examples", Icon: SquareTerminal },
      { to: "/docs", text: "API Docs", Icon: BookOpen },
    ],
  },
];
