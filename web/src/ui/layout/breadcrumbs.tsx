import { Link } from "@tanstack/react-router";

export type Crumb =
  | { text: string; to: "/dashboard/devices" | "/dashboard/mqtt/channels" }
  | { text: string; to: "/dashboard/devices/$deviceId"; params: { deviceId: string } };

/** The screens above this one, the uppermost first. */
export function Breadcrumbs({ of }: { of: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="max-sm:min-w-24 max-sm:flex-1 sm:mb-1 sm:w-full">
      <ol className="flex flex-wrap text-sm text-soft">
        {of.map(({ text, ...link }) => (
          <li
            key={link.to}
            className="flex max-w-full min-w-0 items-center not-last:after:px-2 not-last:after:content-['/']"
          >
            <Link
              {...link}
              dir="auto"
              title={text}
              className="truncate leading-6 underline decoration-edge underline-offset-2 hover:text-ink hover:decoration-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
