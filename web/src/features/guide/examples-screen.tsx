import { Link } from "@tanstack/react-router";
import { Code, GuidePage, Section } from "./guide-page.tsx";
import { Program } from "./program.tsx";
import { useGuide } from "./use-guide.ts";

const PROGRAMS = [
  [
    "anonymous-connection",
    "Anonymous connection",
    "anonymous",
    <>
      You need only the API key: it is part of the client id, with a suffix of your own, as in{" "}
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
  [
    "dimmer",
    "Controls",
    "dimmer",
    "A lamp with a brightness. Add this control in the device's settings; the program reports what it has set.",
  ],
  [
    "restart",
    "After a power cut",
    "restart",
    <>
      A board forgets its state without current. These programs take it from the device's status topic at
      their start, and report it. All programs here connect again by themselves.
    </>,
  ],
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
            . Its id is in the programs below.
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

function Wiring() {
  return (
    <svg viewBox="0 0 240 200" role="img" aria-label="Pin 13, a 330 ohm resistor, an LED and GND in one loop">
      <rect x="1" y="1" width="238" height="198" rx="10" fill="var(--well)" stroke="var(--hairline)" />
      <rect
        x="20"
        y="120"
        width="200"
        height="60"
        rx="6"
        fill="var(--panel)"
        stroke="var(--edge)"
        strokeWidth="1.5"
      />
      <path
        d="M48 128h14v14h-14zM178 128h14v14h-14z"
        fill="var(--well)"
        stroke="var(--edge)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M55 128V45H80l4-8 8 16 8-16 8 16 8-16 8 16 4-8h22M168 45h17V128M168 33v24M163 26l7-9M172 29l7-9"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M150 33v24l18-12z"
        fill="var(--go-lamp)"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <g fontFamily="var(--font-mono)" fontSize="12" fill="var(--ink)" textAnchor="middle">
        <text x="55" y="164">
          13
        </text>
        <text x="185" y="164">
          GND
        </text>
        <text x="104" y="76">
          330 Ω
        </text>
        <text x="160" y="76">
          LED
        </text>
      </g>
    </svg>
  );
}
