import { Link } from "@tanstack/react-router";
import { buttonClass, IconButton } from "../button.tsx";
import { chooseTheme, useDark } from "../theme.ts";
import { Wordmark } from "./wordmark.tsx";

const navClass =
  "inline-flex min-h-9 items-center rounded-sm px-2 text-sm font-medium text-soft hover:text-ink " +
  "data-[status=active]:text-ink data-[status=active]:underline data-[status=active]:underline-offset-8";

export function PublicHeader({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="sticky top-0 z-30 short:static border-b border-hairline bg-panel">
      <a
        href="#content"
        className="absolute top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-2 text-sm font-medium text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="mx-auto flex h-14 max-w-7xl items-center px-3 sm:gap-1 sm:px-6">
        <Link
          to="/"
          aria-label="Switchyard, start page"
          className="mr-auto inline-flex min-h-8 items-center rounded-sm max-sm:[&_span_span]:hidden"
        >
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="flex items-center">
          <Link to="/docs" className={navClass}>
            Docs
          </Link>
          <Link to="/examples" className={navClass}>
            Examples
          </Link>
        </nav>
        <ThemeButton />
        <Link to={signedIn ? "/dashboard" : "/login"} className={buttonClass("secondary", "sm", "ml-1")}>
          {signedIn ? "Dashboard" : "Log in"}
        </Link>
      </div>
    </header>
  );
}

function ThemeButton() {
  const dark = useDark();
  return (
    <IconButton
      label={dark ? "Light theme" : "Dark theme"}
      onClick={() => chooseTheme(dark ? "light" : "dark")}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="8" cy="8" r="6" />
        <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
      </svg>
    </IconButton>
  );
}
