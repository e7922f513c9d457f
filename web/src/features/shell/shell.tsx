import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { ChevronDown, LogOut, Menu as MenuIcon, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useState, useSyncExternalStore } from "react";
import { useFreshUser } from "../../account/use-verification.ts";
import { deletions } from "../../api/deletions.ts";
import { apiKeysQuery, devicesQuery } from "../../api/queries.ts";
import { queryClient } from "../../api/query-client.ts";
import { useStore } from "../../lib/store.ts";
import { setTimeSettings } from "../../lib/time.ts";
import { allowWorkers, OFFLINE_WORKER } from "../../lib/worker-policy.ts";
import { useUser } from "../../session/session.ts";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { LostModal } from "../../ui/dialogs/lost-modal.tsx";
import { useOpener } from "../../ui/dialogs/modal.tsx";
import { keepFocus } from "../../ui/keep-focus.ts";
import { Wordmark } from "../../ui/layout/wordmark.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "../../ui/menu.tsx";
import { Announcer } from "../../ui/messages/announcer.tsx";
import { chooseTheme, theme, useDark } from "../../ui/theme.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { NAVIGATION } from "./navigation.ts";
import { Sidebar } from "./sidebar.tsx";
import { useLiveLists } from "./use-live-lists.ts";
import { useLogout } from "./use-logout.ts";

/** The first screen still loads its own data. */
const FIRST_SCREEN_MS = 2_000;

/**
 * Installs the service worker, which caches the code of all screens and dialogs. So the page loads without a network,
 * and a first press waits for none. Returns the function that stops it.
 */
function keepPage(): () => void {
  const timer = setTimeout(installWorker, FIRST_SCREEN_MS);
  return () => clearTimeout(timer);
}

async function installWorker(): Promise<void> {
  // Service workers need HTTPS, and some private windows have none.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  allowWorkers();
  await navigator.serviceWorker.register(OFFLINE_WORKER);
}

/** Tailwind's `lg`. */
const WIDE = "(width >= 64rem)";

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window has room for the navigation beside the screen. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => true,
  );

const UndoBar = part(() => import("./undo-bar.tsx"), { loading: null });

interface ShellProps {
  palette: ReactNode;
  bell: ReactNode;
  /** Above every screen. */
  bar: ReactNode;
  over: ReactNode;
}

export function Shell(props: ShellProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}

function Frame({ palette, bell, bar, over }: ShellProps) {
  const user = useUser();
  // before the screens render
  setTimeSettings(user);
  useFreshUser(!user.email_verified || user.pending_email !== null);
  useLiveLists();
  useThemeColour();
  const anyDeletion = useStore(deletions).length > 0;
  const isKeyless = useQuery(apiKeysQuery()).data?.length === 0;
  const anyDevice = (useQuery(devicesQuery()).data?.length ?? 0) > 0;
  // A phone has it in the menu. Elsewhere the screen is painted first.
  const hasSidebar = useDeferredValue(useIsWide(), false);
  useEffect(keepPage, []);
  useEffect(keepFocus, []);
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-2 text-sm font-medium text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 short:static flex h-14 items-center gap-2 border-b border-hairline bg-panel px-3 sm:gap-4 lg:px-5">
        <Offcanvas />
        <Link
          to="/dashboard"
          aria-label="Switchyard, dashboard"
          className="touch inline-flex min-h-8 items-center rounded-sm max-sm:[&_span_span]:hidden"
        >
          <Wordmark />
        </Link>
        <div className="ml-auto flex min-w-0 items-center gap-2 sm:gap-4">
          {palette}
          {bell}
          <ConnectionStatus keyless={isKeyless && anyDevice} />
          <span className="h-6 w-px bg-hairline" aria-hidden="true" />
          <UserMenu />
        </div>
      </header>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] short:top-0 short:h-dvh border-r border-hairline bg-panel lg:block">
          {hasSidebar && <Sidebar />}
        </aside>
        <div className="min-w-0">
          {bar}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-6xl min-w-0 px-4 py-7 max-sm:not-short:pb-20 sm:px-8 sm:py-9"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <Announcer />
      {anyDeletion && <UndoBar />}
      {anyDevice && <BottomBar />}
      {over}
    </div>
  );
}

const BOTTOM = NAVIGATION.flatMap(({ entries }) => entries).filter(({ isFrequent }) => isFrequent);

/** On a phone, within reach of a thumb. An account without a device has nothing there yet, and needs the room. */
function BottomBar() {
  return (
    <nav
      aria-label="Frequent screens"
      className="fixed inset-x-0 bottom-0 z-30 short:static grid auto-cols-fr grid-flow-col border-t border-hairline bg-panel pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      {BOTTOM.map(({ to, text, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="grid h-14 content-center justify-items-center gap-1 border-t-2 border-transparent text-xs text-soft data-[status=active]:border-ink data-[status=active]:font-semibold data-[status=active]:text-ink [&_svg]:size-5"
        >
          <Icon aria-hidden="true" />
          {text}
        </Link>
      ))}
    </nav>
  );
}

function UserMenu() {
  const user = useUser();
  const { logout } = useLogout();
  const name = user.first_name || user.email;
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={buttonClass("quiet", "sm", "touch max-w-56 min-w-0 sm:shrink!")}
          title={user.email}
        >
          <UserRound className="size-4 sm:hidden" aria-hidden="true" />
          <span dir="auto" className="truncate max-sm:sr-only">
            {name}
          </span>
          <ChevronDown className="size-4 shrink-0 text-soft" aria-hidden="true" />
        </button>
      }
    >
      <MenuLink>
        <Link to="/dashboard/profile">
          <UserRound aria-hidden="true" />
          Profile
        </Link>
      </MenuLink>
      <MenuRule />
      <MenuChoice
        label="Theme"
        value={useStore(theme)}
        onChange={chooseTheme}
        choices={[
          { value: "system", text: "System", icon: <Monitor aria-hidden="true" /> },
          { value: "light", text: "Light", icon: <Sun aria-hidden="true" /> },
          { value: "dark", text: "Dark", icon: <Moon aria-hidden="true" /> },
        ]}
      />
      <MenuRule />
      <MenuItem onSelect={() => void logout()}>
        <LogOut aria-hidden="true" />
        Logout
      </MenuItem>
    </Menu>
  );
}

/** Browsers colour their frame like the header, also when the chosen theme differs from the system's. */
function useThemeColour(): void {
  const isDark = useDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style sheet's colour depends on the theme.
  useEffect(() => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--panel");
    for (const meta of document.querySelectorAll("meta[name=theme-color]"))
      meta.setAttribute("content", colour);
  }, [isDark]);
}

const panelClass =
  "fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-in flex-col border-r border-hairline bg-panel shadow-lift";

const OffcanvasPanel = part(() => import("./offcanvas-panel.tsx"), {
  loading: null,
  lost: (_, { onClose, ...rest }) => (
    <LostModal title="Menu" onClose={onClose} {...rest}>
      <Sidebar onChosen={onClose} />
    </LostModal>
  ),
});

function Offcanvas() {
  const [isOpen, setOpen] = useState(false);
  const { giveBack } = useOpener(isOpen);
  return (
    <>
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </IconButton>
      {isOpen && <OffcanvasPanel className={panelClass} onClose={() => setOpen(false)} giveBack={giveBack} />}
    </>
  );
}
