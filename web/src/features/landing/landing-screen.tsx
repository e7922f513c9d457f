import { Link } from "@tanstack/react-router";
import { VERSION } from "../../../../worker/contract/version.ts";
import { useSession } from "../../session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PublicFooter } from "../../ui/public-footer.tsx";
import { PublicHeader } from "../../ui/public-header.tsx";
import { Beta, Claims, Steps } from "./claims.tsx";
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
