import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../ui/button.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

export function LandingScreen() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-8 px-5 py-16">
      <Wordmark />
      <h1 className="text-3xl">A managed MQTT broker of your own, and a switch for every device.</h1>
      <p className="text-soft">The full start page is being built. Everything behind it works.</p>
      <div className="flex flex-wrap gap-3">
        <Link to="/register" className={buttonClass("primary", "lg")}>
          Join the beta
        </Link>
        <Link to="/login" className={buttonClass("secondary", "lg")}>
          Log in
        </Link>
      </div>
    </main>
  );
}
