import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Wordmark } from "../../ui/wordmark.tsx";

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

export function AuthPage({ title, lead, foot, children }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]">
      <div className="flex flex-col bg-panel px-5 py-6 sm:px-10">
        <header>
          <Link
            to="/"
            className="inline-flex min-h-8 items-center rounded-sm"
            aria-label="Switchyard, start page"
          >
            <Wordmark />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">
          <h1 className="text-2xl">{title}</h1>
          {lead && <div className="mt-2 text-sm text-soft">{lead}</div>}
          <div className="mt-8 grid gap-5">{children}</div>
          {foot && <div className="mt-8 border-t border-hairline pt-5 text-sm text-soft">{foot}</div>}
        </main>
      </div>
      <div className="hidden overflow-hidden border-l border-hairline bg-paper lg:block" aria-hidden="true">
        <TrackDiagram />
      </div>
    </div>
  );
}

export const linkClass =
  "inline-block py-0.5 font-medium text-ink underline underline-offset-2 hover:decoration-2";

/** Decoration: the lines, block sections and signals of a signal box panel. */
function TrackDiagram() {
  return (
    <svg
      viewBox="0 -60 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="h-full w-full [--signal-box:#1d1b18] [--signal-dark:#5d584f]"
      aria-hidden="true"
    >
      <use href="/yard.svg#yard" />
    </svg>
  );
}
