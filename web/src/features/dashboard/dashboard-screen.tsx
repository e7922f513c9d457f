import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Activity, ArrowRight, type LucideIcon, ToggleRight, UserRound, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { SendVerification } from "../../account/send-verification.tsx";
import { SupportEmail } from "../../account/support-email.tsx";
import { EventDevice, EventWhat } from "../../devices/events/event-device.tsx";
import { recentEventsQuery } from "../../devices/events/events.ts";
import { useRefresh } from "../../devices/use-known.ts";
import { ageText } from "../../devices/values.ts";
import { sessionStore } from "../../lib/safe-storage.ts";
import { momentText } from "../../lib/time.ts";
import { useAge } from "../../lib/use-now.ts";
import { useUser } from "../../session/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { DeviceStatus, panelLink, SHOWN, useErrorOnConsole } from "./device-status.tsx";
import type { DashboardTile } from "./tiles.ts";

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

interface Standing {
  /** Each in a few words. */
  titles: readonly string[];
  notices: ReactNode;
}

interface DashboardScreenProps {
  /** Puts the notices into the greeting of a new account. */
  greet(standing: Standing): ReactNode;
  /** Renders the tile of a value. */
  value(tile: DashboardTile): ReactNode;
}

export function DashboardScreen({ greet, value }: DashboardScreenProps) {
  const standing = useNotices();
  return (
    <>
      <PageHeading>Dashboard</PageHeading>
      <div className="grid gap-5">
        {greet(standing)}
        <DeviceStatus value={value} />
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

const COLUMNS: Column<DeviceEvent>[] = [
  {
    title: "Device",
    cell: (event) => <EventDevice event={event} />,
  },
  { title: "Event", cell: (event) => <EventWhat event={event} /> },
  {
    title: "Time",
    className: "whitespace-nowrap @md:text-right",
    cell: ({ created_at }) => (
      <>
        <time dateTime={created_at}>{momentText(created_at)}</time> <Age of={created_at} />
      </>
    ),
  },
];

function Age({ of }: { of: string }) {
  return <span className="text-xs text-soft">{ageText(useAge(of))}</span>;
}

function RecentActivity() {
  const events = useQuery({
    ...recentEventsQuery(SHOWN),
    refetchInterval: useRefresh(),
  });
  useErrorOnConsole("The recent events could not be loaded.", events.error);
  return (
    <Panel
      flush
      title="Recent Activity"
      aside={
        <Link to="/dashboard/devices/events" className={panelLink}>
          View all events
        </Link>
      }
    >
      {/* The usual height, so that nothing below moves when the content arrives. */}
      <div className={events.data ? undefined : "min-h-54"}>
        <Loaded of={events} loading="Loading events..." empty="No events found">
          {(list) => (
            <Table lines label="Recent Activity" columns={COLUMNS} rows={list} rowKey={(event) => event.id} />
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

/** About the account and the platform. None of it is urgent. */
function useNotices(): Standing {
  const isUnconfirmed = !useUser().email_verified;
  const alert = useEarlyAlert();
  return {
    titles: [
      ...(isUnconfirmed ? ["Confirm your email"] : []),
      ...(alert.isShown ? ["This platform is at an early stage"] : []),
    ],
    notices: (
      <div className="divide-y divide-hairline rounded-md border border-hairline bg-panel pr-2 pl-4 text-sm empty:hidden">
        {isUnconfirmed && <ConfirmEmail />}
        {alert.isShown && <EarlyAlert onDismiss={alert.dismiss} />}
      </div>
    ),
  };
}

const ROW = "flex flex-wrap items-center gap-x-3 gap-y-2 py-2";

function ConfirmEmail() {
  const { email, pending_email: pending } = useUser();
  return (
    <section aria-label="Confirm your email" className={ROW}>
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        Please confirm <strong className="font-semibold">{pending ?? email}</strong> by the link in our email.
      </p>
      <SendVerification />
    </section>
  );
}

const KEY = "early_alert_dismissed";
/** Holds `KEY` where storage is forbidden. */
const dismissals = new Set<string>();

function useEarlyAlert() {
  const [dismissed, setDismissed] = useState(() => dismissals.has(KEY) || sessionStore.read(KEY) !== null);
  const dismiss = () => {
    dismissals.add(KEY);
    sessionStore.write(KEY, "1");
    setDismissed(true);
  };
  return { isShown: !dismissed, dismiss };
}

const EarlyAlert = ({ onDismiss }: { onDismiss(): void }) => (
  <div className={ROW}>
    <p className="min-w-0 flex-1">
      This platform is at an early stage: things may change or break. Tell us what you miss: <SupportEmail />.
    </p>
    <IconButton label="Dismiss" onClick={onDismiss}>
      <X aria-hidden="true" />
    </IconButton>
  </div>
);
