import { REFERENCE_PATH } from "virtual:public-calls";
import { Link, useLocation } from "@tanstack/react-router";
import { BookOpen, ChevronDown, LogOut } from "lucide-react";
import { apiUrl } from "../../api/client.ts";
import { classNames } from "../../lib/class-names.ts";
import { NAVIGATION } from "./navigation.ts";
import { useLogout } from "./use-logout.ts";
import { showWholeMenu, useBeginnersMenu } from "./use-menu.ts";

const entryClass =
  "relative flex min-h-9 items-center gap-3 rounded-md px-3 text-sm text-soft transition-colors hover:bg-well hover:text-ink " +
  "touch [&_svg]:size-4 [&_svg]:shrink-0 " +
  // A bar marks the current entry, not colour alone.
  "data-[status=active]:bg-well data-[status=active]:font-semibold data-[status=active]:text-ink " +
  "data-[status=active]:before:absolute data-[status=active]:before:inset-y-2 data-[status=active]:before:left-0 " +
  "data-[status=active]:before:w-[3px] data-[status=active]:before:rounded-full data-[status=active]:before:bg-ink";

const PLACES = NAVIGATION.flatMap(({ entries }) => entries.map(({ to }) => to as string));

/** The section of a screen: the entry with the longest matching path. */
const sectionOf = (pathname: string): string | undefined =>
  PLACES.filter((to) => pathname === to || (to !== "/dashboard" && pathname.startsWith(`${to}/`)))
    .sort((a, b) => b.length - a.length)
    .at(0);

/** `onChosen` closes the panel on small screens. */
export function Sidebar({ onChosen }: { onChosen?: () => void }) {
  const { busy, logout } = useLogout();
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) });
  const isBeginners = useBeginnersMenu(section);
  return (
    <nav aria-label="Main" className="flex h-full flex-col gap-6 overflow-y-auto p-4">
      {NAVIGATION.map(({ title, entries }) => (
        <div key={title ?? "main"}>
          {title && <h2 className="mb-1 px-3 text-xs font-medium text-soft">{title}</h2>}
          <ul className="grid gap-0.5">
            {entries.filter(isBeginners ?? Boolean).map(({ to, text, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to !== section, includeSearch: false }}
                  className={entryClass}
                  {...(onChosen && { onClick: onChosen })}
                >
                  <Icon aria-hidden="true" />
                  {text}
                </Link>
              </li>
            ))}
            {title === "MQTT" && isBeginners && (
              <li>
                <button type="button" className={classNames(entryClass, "w-full")} onClick={showWholeMenu}>
                  <ChevronDown aria-hidden="true" />
                  Advanced
                </button>
              </li>
            )}
            {title === "Resources" && (
              <li>
                <a href={`${apiUrl()}${REFERENCE_PATH}`} className={entryClass}>
                  <BookOpen aria-hidden="true" />
                  API Reference
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
      <button
        type="button"
        className={classNames(entryClass, "mt-auto w-full")}
        aria-disabled={busy || undefined}
        onClick={logout}
      >
        <LogOut aria-hidden="true" />
        Logout
      </button>
    </nav>
  );
}
