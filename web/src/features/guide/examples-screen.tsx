import { Link } from "@tanstack/react-router";
import { Code, GuidePage, Section } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import { useGuide } from "./use-guide.ts";
import { Wiring } from "./wiring.tsx";

const PROGRAMS = [
  [
    "anonymous-connection",
    "Anonymous connection",
    "anonymous",
    <>
      The API key is all it takes: it stands in the client id, with a suffix of your own, as in{" "}
      <Code>{"{apiKey}__laptop"}</Code>. It can use every topic, and leaves no device events. These switch
      your device on:
    </>,
  ],
  [
    "authenticated-connection",
    "Authenticated connection",
    "device",
    <>
      A device logs in as <Code>{"{deviceId}:{username}"}</Code> with a credential's password.
    </>,
  ],
  ["telemetry", "Telemetry", "telemetry", "A temperature every ten seconds, drawn on the device's page:"],
] as const;

const SECTIONS = [
  ["getting-started", "Getting started"] as const,
  ...PROGRAMS.map(([id, title]) => [id, title] as const),
];

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
      {PROGRAMS.map(([id, title, of, text]) => (
        <Section key={id} id={id} title={title}>
          <p>{text}</p>
          <Program label={title} of={of} guide={guide} />
        </Section>
      ))}
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
