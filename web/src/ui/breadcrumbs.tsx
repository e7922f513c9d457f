import { Link } from "@tanstack/react-router";

export type Crumb =
  | { text: string; to: "/dashboard/devices" | "/dashboard/mqtt/channels" }
  | { text: string; to: "/dashboard/devices/$deviceId"; params: { deviceId: string } };

/** What a screen lies below, the uppermost first; its own name is its heading. */
export function Breadcrumbs({ of }: { of: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-1 w-full">
      <ol className="flex flex-wrap text-sm text-soft">
        {of.map(({ text, ...link }) => (
          <li key={link.to} className="flex min-w-0 items-center after:px-2 after:content-['/']">
            <Link
              {...link}
              dir="auto"
              className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-2 wrap-anywhere hover:text-ink hover:decoration-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
