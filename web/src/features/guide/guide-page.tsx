import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { VERSION } from "../../../../worker/contract/version.ts";
import { classNames } from "../../lib/class-names.ts";
import { PublicFooter } from "../../ui/layout/public-footer.tsx";
import { PublicHeader } from "../../ui/layout/public-header.tsx";
import { part } from "../../ui/loading/part.tsx";
import type { Guide } from "./use-guide.ts";

// Loaded for signed-in users only.
const OwnValues = part(() => import("./own-values.tsx"), { loading: null });

interface GuidePageProps {
  title: string;
  lead: ReactNode;
  guide: Guide;
  sections: readonly (readonly [id: string, title: string])[];
  children: ReactNode;
}

export function GuidePage({ title, lead, guide, sections, children }: GuidePageProps) {
  const signedIn = guide.userId !== null;
  useHeldSection();
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader signedIn={signedIn} />
      <div className="mx-auto grid w-full max-w-7xl flex-1 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SideMenu sections={sections} signedIn={signedIn} />
        <main
          id="content"
          tabIndex={-1}
          className="w-full min-w-0 max-w-4xl px-4 pt-8 pb-24 sm:px-8 lg:border-l lg:border-hairline lg:pt-12 lg:pl-12"
        >
          <h1 className="text-2xl sm:text-3xl">{title}</h1>
          <p className="mt-4 max-w-[65ch] text-lg text-soft">{lead}</p>
          <div className={classNames("mt-6", signedIn && "min-h-56 sm:min-h-[6.4rem]")}>
            {signedIn ? (
              <OwnValues
                shown={guide.secretsShown}
                onShow={guide.showSecrets}
                onValues={guide.setOwnValues}
              />
            ) : (
              <p className="text-sm text-soft">
                <Link to="/login" className="font-medium text-ink underline underline-offset-2">
                  Log in
                </Link>{" "}
                and every snippet here is filled with your own ids, topics and credentials.
              </p>
            )}
          </div>
          {children}
        </main>
      </div>
      <PublicFooter version={VERSION} />
    </div>
  );
}

/** Events by which a reader leaves the place. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Holds the section of a link in its place while text above it arrives. Loaded for the first one. */
function useHeldSection(): void {
  useEffect(() => {
    const hold = async (click?: Event) => {
      let isLeft = false;
      const leave = () => {
        isLeft = true;
      };
      for (const move of MOVES) window.addEventListener(move, leave, { passive: true });
      const { hold } = await import("./held-section.ts");
      for (const move of MOVES) window.removeEventListener(move, leave);
      if (!isLeft) hold(MOVES, click);
    };
    const follow = () => void hold();
    if (location.hash) follow();
    document.addEventListener("click", hold);
    // An address that is typed in, or the way back.
    window.addEventListener("hashchange", follow);
    return () => {
      document.removeEventListener("click", hold);
      window.removeEventListener("hashchange", follow);
    };
  }, []);
}

function SideMenu({ sections, signedIn }: Pick<GuidePageProps, "sections"> & { signedIn: boolean }) {
  const current = useSectionInView(sections);
  const list = useRef<HTMLUListElement>(null);
  // On a narrow screen the list is a horizontal strip: scroll to the current entry.
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (entry) list.current?.scrollTo({ left: entry.offsetLeft - list.current.offsetLeft - 40 });
  }, [current]);
  return (
    <nav
      aria-label="On this page"
      className={
        "sticky top-14 z-20 max-lg:short:static flex min-w-0 self-start border-b border-hairline bg-paper px-2 py-2 sm:px-6 " +
        "lg:block lg:max-h-[calc(100dvh-3.5rem)] lg:overflow-y-auto lg:border-0 lg:py-12"
      }
    >
      {/* Beside the strip, so that it does not scroll away. */}
      <Link
        to={signedIn ? "/dashboard" : "/"}
        className="flex min-h-9 shrink-0 items-center px-2.5 text-sm text-soft hover:text-ink lg:mb-3"
      >
        <span aria-hidden="true">←&nbsp;</span>
        {signedIn ? "Back to dashboard" : "Back"}
      </Link>
      <ul ref={list} className="flex min-w-0 gap-1 overflow-x-auto lg:grid">
        {sections.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={classNames(
                "flex min-h-9 items-center whitespace-nowrap border-b-2 px-2.5 text-sm font-medium -outline-offset-2 lg:border-b-0 lg:border-l-2",
                id === current ? "border-ink text-ink" : "border-transparent text-soft hover:text-ink",
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-10 pt-14 lg:scroll-mt-0">
      <h2 id={`${id}-title`} className="text-xl">
        {title}
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-4 [&>p]:max-w-[65ch] [&>ul]:max-w-[65ch]">{children}</div>
    </section>
  );
}

export const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-xs bg-well px-1 py-0.5 text-[0.875em] [overflow-wrap:anywhere]">{children}</code>
);

/** Pixels from the top at which a section becomes the current one. */
const READING_LINE = 180;

/** The current section: the last one whose heading is above the line, or the last one at the end of the page. */
export function sectionAt(tops: readonly (readonly [id: string, top: number])[], atEnd: boolean): string {
  const passed = atEnd ? tops.at(-1) : tops.findLast(([, top]) => top <= READING_LINE);
  return (passed ?? tops[0])?.[0] ?? "";
}

function useSectionInView(sections: readonly (readonly [id: string, title: string])[]): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const look = () => {
      const tops = sections.map(
        ([id]) =>
          [id, document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY] as const,
      );
      const { scrollHeight } = document.documentElement;
      setCurrent(
        sectionAt(tops, window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2),
      );
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [sections]);
  return current;
}
