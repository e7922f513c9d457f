import { Link } from "@tanstack/react-router";
import { Code, GuidePage, Section } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import { type Guide, useGuide } from "./use-guide.ts";
import { Wiring } from "./wiring.tsx";

const SECTIONS = [
  ["getting-started", "Getting started"],
  ["anonymous-connection", "Anonymous connection"],
  ["authenticated-connection", "Authenticated connection"],
  ["telemetry", "Telemetry"],
] as const;

export function ExamplesScreen() {
  const guide = useGuide();
  return (
    <GuidePage
      title="Usage examples"
      lead="A lamp on pin 13, switched from the dashboard, from a terminal, from a program."
      guide={guide}
      sections={SECTIONS}
    >
      <GettingStarted />
      <Anonymous guide={guide} />
      <Authenticated guide={guide} />
      <Telemetry guide={guide} />
    </GuidePage>
  );
}

const stepLink = "font-medium underline underline-offset-2";

function GettingStarted() {
  return (
    <Section id="getting-started" title="Getting started">
      <div className="grid items-start gap-8 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <ol className="grid list-decimal gap-3 pl-5 marker:font-mono marker:text-sm marker:text-soft">
          <li>
            <Link to="/register" className={stepLink}>
              Register
            </Link>{" "}
            and create an API key on your{" "}
            <Link to="/dashboard/profile" className={stepLink}>
              profile
            </Link>
            .
          </li>
          <li>
            Create a{" "}
            <Link to="/dashboard/mqtt/credentials" className={stepLink}>
              credential
            </Link>{" "}
            that your device logs in with.
          </li>
          <li>
            Create the{" "}
            <Link to="/dashboard/devices" className={stepLink}>
              device
            </Link>
            . Its id stands in the programs below.
          </li>
          <li>Connect an LED with its 330 Ω resistor between pin 13 and GND. Many boards have one there.</li>
          <li>Run a program from Authenticated connection on the device, then press Turn On.</li>
          <li className="list-none">
            No board at hand?{" "}
            <Link to="/dashboard/devices/virtual" className={stepLink}>
              Try a virtual device
            </Link>
            : the same lamp, drawn.
          </li>
        </ol>
        <Wiring />
      </div>
    </Section>
  );
}

function Anonymous({ guide }: { guide: Guide }) {
  return (
    <Section id="anonymous-connection" title="Anonymous connection">
      <p>
        The API key is all it takes: it stands in the client id, with a suffix of your own, as in{" "}
        <Code>{"{apiKey}__laptop"}</Code>. It can use every topic, and leaves no device events. These switch
        your device on:
      </p>
      <Program label="Anonymous connection" of="anonymous" guide={guide} />
    </Section>
  );
}

function Authenticated({ guide }: { guide: Guide }) {
  return (
    <Section id="authenticated-connection" title="Authenticated connection">
      <p>
        A device logs in as <Code>{"{deviceId}:{username}"}</Code> with a credential's password.
      </p>
      <Program label="Authenticated connection" of="device" guide={guide} />
    </Section>
  );
}

function Telemetry({ guide }: { guide: Guide }) {
  return (
    <Section id="telemetry" title="Telemetry">
      <p>A temperature every ten seconds, drawn on the device's page:</p>
      <Program label="Telemetry" of="telemetry" guide={guide} />
    </Section>
  );
}
