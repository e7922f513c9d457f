import { Link } from "@tanstack/react-router";
import { apiOrigin } from "../../lib/api-origin.ts";

const linkClass = "inline-flex min-h-8 items-center hover:text-ink hover:underline underline-offset-2";

export function PublicFooter({ version }: { version: string }) {
  return (
    <footer className="border-t border-hairline bg-panel">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-6 text-sm text-soft sm:px-6">
        <p>Switchyard {version}, in limited beta.</p>
        <nav aria-label="Foot" className="flex flex-wrap gap-x-5">
          <Link to="/docs" className={linkClass}>
            Docs
          </Link>
          <Link to="/examples" className={linkClass}>
            Examples
          </Link>
          <Link to="/dashboard/devices" className={linkClass}>
            Devices
          </Link>
          <LegalLinks className={linkClass} />
          {/* A file written by the build, no route. */}
          <a href="/THIRD-PARTY-NOTICES.txt" className={linkClass}>
            Licences
          </a>
        </nav>
      </div>
    </footer>
  );
}

/** Pages of the Worker, no routes. */
export const LegalLinks = ({ className }: { className: string }) =>
  ["Terms", "Privacy"].map((name) => (
    <a key={name} href={`${apiOrigin}/${name.toLowerCase()}`} className={className}>
      {name}
    </a>
  ));
