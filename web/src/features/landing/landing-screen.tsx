import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { VERSION } from "../../../../worker/contract/version.ts";
import { useSession } from "../../session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PublicFooter } from "../../ui/layout/public-footer.tsx";
import { PublicHeader } from "../../ui/layout/public-header.tsx";
import { Demonstration } from "./demonstration.tsx";

export function LandingScreen() {
  const signedIn = useSession().status === "authenticated";
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader signedIn={signedIn} />
      <main id="content" tabIndex={-1} className="flex-1">
        <div className="mx-auto max-w-7xl px-4 pt-10 pb-14 sm:px-6 sm:pt-16">
          <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-center">
            <div>
              <h1 className="text-3xl sm:text-4xl">Press here. Your device switches.</h1>
              <p className="mt-5 max-w-[52ch] text-lg text-soft">
                Switchyard is a managed MQTT broker with a switch for every device you build. Connect an
                Arduino, a Python script or a Node program; turn it on from any browser; see what it really
                did.
              </p>
              <Actions signedIn={signedIn} />
            </div>
            <Demonstration />
          </div>
        </div>
        <Claims />
        <Steps />
        <Beta signedIn={signedIn} />
      </main>
      <PublicFooter version={VERSION} />
    </div>
  );
}

function Actions({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="mt-8 flex flex-wrap gap-3">
      {signedIn ? (
        <Link to="/dashboard/devices" className={buttonClass("primary", "lg")}>
          Go to your devices
        </Link>
      ) : (
        <Link to="/register" className={buttonClass("primary", "lg")}>
          Join the beta
        </Link>
      )}
      <Link to="/examples" className={buttonClass("secondary", "lg")}>
        See the examples
      </Link>
    </div>
  );
}

const CLAIMS = [
  ["10k+", "users"],
  ["50k+", "devices"],
  ["99.9%", "uptime"],
] as const;

function Claims() {
  return (
    <section aria-label="In numbers" className="border-y border-hairline bg-panel">
      <dl className="mx-auto grid max-w-7xl grid-cols-3 px-4 sm:px-6">
        {CLAIMS.map(([figure, of]) => (
          <div
            key={of}
            className="flex flex-col-reverse border-l border-hairline px-4 py-6 first:border-0 first:pl-0 sm:px-8 sm:py-8"
          >
            <dt className="text-sm text-soft">{of}</dt>
            <dd className="text-xl font-semibold tracking-[-0.02em] sm:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const linkClass = "font-medium underline underline-offset-2 hover:decoration-2";

function Steps() {
  return (
    <section aria-labelledby="steps" className="mx-auto max-w-7xl px-4 py-16 sm:px-6 sm:py-20">
      <h2 id="steps" className="text-2xl">
        From the box to the browser
      </h2>
      <ol className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
        <Step at={1} title="Add the device">
          Name it under{" "}
          <Link to="/dashboard/devices" className={linkClass}>
            Devices
          </Link>
          . It gets an id, a control topic and a switch.
        </Step>
        <Step at={2} title="Run twenty lines">
          Copy a program from the{" "}
          <Link to="/docs" hash="libraries" className={linkClass}>
            docs
          </Link>
          , filled with your own ids. Plain MQTT, over WebSocket or TCP: no library of ours.
        </Step>
        <Step at={3} title="Switch it">
          Every press, every connection and every lost one is an event with its time, whether you were
          watching or not.
        </Step>
      </ol>
    </section>
  );
}

function Step({ at, title, children }: { at: number; title: string; children: ReactNode }) {
  return (
    <li className="border-t-2 border-ink pt-4">
      <h3 className="text-lg">
        <span className="mr-2 font-mono text-sm font-normal text-soft">{at}</span>
        {title}
      </h3>
      <p className="mt-2 max-w-[48ch] text-soft">{children}</p>
    </li>
  );
}

const PROGRAM = [
  [
    "Unlimited device connections",
    "Connect as often and from wherever you like: connections are not counted while the beta runs.",
  ],
  ["Influence on features", "What the people in the beta ask for is what gets built next."],
  ["Grandfathered pricing", "The price you join at stays yours when the beta is over."],
] as const;

function Beta({ signedIn }: { signedIn: boolean }) {
  return (
    <section aria-labelledby="beta" className="border-t border-hairline bg-panel">
      <div className="mx-auto grid max-w-7xl gap-x-12 gap-y-8 px-4 py-16 sm:px-6 sm:py-20 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 id="beta" className="text-2xl">
            The beta program
          </h2>
          <p className="mt-3 max-w-[44ch] text-soft">
            Switchyard is in limited beta, with a limited number of places. Joining early has three
            advantages.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to={signedIn ? "/dashboard/devices" : "/register"} className={buttonClass("primary", "lg")}>
              {signedIn ? "Go to your devices" : "Take a place"}
            </Link>
            <Link to="/docs" className={buttonClass("secondary", "lg")}>
              Read the docs
            </Link>
          </div>
          {!signedIn && (
            <p className="mt-5 text-sm text-soft">
              Already in?{" "}
              <Link to="/login" className={linkClass}>
                Log in
              </Link>
            </p>
          )}
        </div>
        <dl className="grid content-start">
          {PROGRAM.map(([term, text]) => (
            <div
              key={term}
              className="grid gap-x-8 gap-y-1 border-t border-hairline py-5 sm:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <dt className="font-semibold">{term}</dt>
              <dd className="text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
