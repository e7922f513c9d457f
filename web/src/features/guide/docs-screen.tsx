import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../ui/button.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

export function DocsScreen() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center justify-items-start gap-8 px-5 py-16">
      <Wordmark />
      <h1 className="text-3xl">MQTT integration guide</h1>
      <p className="text-soft">This page is being built.</p>
      <Link to="/" className={buttonClass()}>
        Back
      </Link>
    </main>
  );
}
