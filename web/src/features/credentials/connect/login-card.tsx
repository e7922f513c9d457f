import { Link } from "@tanstack/react-router";
import { isLoopback } from "../../../../../worker/contract/addresses.ts";
import { OTHER, type Program, type ProgramValue } from "../../../../../worker/contract/connect/programs.ts";
import { BRIDGED, type Way, wayOf, YOUR_BRIDGE } from "../../../../../worker/contract/connect/ways.ts";
import type { Credential } from "../../../../../worker/contract/credentials.ts";
import { useUser } from "../../../session/session.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { CopyIconButton } from "../../../ui/copy.tsx";
import { LocalhostNote } from "../../../ui/messages/localhost-note.tsx";
import { Note } from "../../../ui/messages/note.tsx";

interface LoginCardProps {
  program: Program;
  credential: Credential;
}

export function LoginCard({ program, credential }: LoginCardProps) {
  const page = new URL(window.location.href);
  const found = wayOf(credential, program.speaks, page);
  const way = found ?? BRIDGED;
  const { host } = found ?? wayOf(credential, ["websocket"], page) ?? way;
  const lines = program.file?.lines(way, credential) ?? [];
  return (
    <div className="grid grid-cols-1 gap-4">
      {found === null && <ThroughBridge program={program} to={bridgeAddress(credential, page)} />}
      <Values program={program} values={program.values(way, credential)} />
      {program.file && lines.length > 0 && (
        <CodeBlock
          name={program.file.name}
          title={
            <>
              <span className="text-soft">Or paste this:</span> {program.file.name}
            </>
          }
          text={lines.join("\n")}
        />
      )}
      <Advice program={program} way={way} />
      {isLoopback(host) && <LocalhostNote host={host} />}
      <Caveats credential={credential} />
    </div>
  );
}

function Values({ program, values }: { program: Program; values: ProgramValue[] }) {
  return (
    <section aria-label={`What to type into ${program.name}`}>
      <p className="text-sm text-soft">
        {program === OTHER ? "Type this in:" : `Type this into ${program.name}:`}
      </p>
      <p className="font-medium wrap-anywhere">{program.where}</p>
      <dl className="mt-3 divide-y divide-hairline rounded-lg border border-hairline bg-well text-sm">
        {values.map(({ label, value }) => (
          <div
            key={label}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1 pr-1.5 pl-4 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-soft max-sm:col-start-1">{label}</dt>
            <dd className="font-mono wrap-anywhere max-sm:col-start-1">{value}</dd>
            <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
              <CopyIconButton text={value} label={`Copy ${label}`} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Advice({ program, way }: { program: Program; way: Way }) {
  const advice = program.advice(way);
  if (advice.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm text-soft marker:text-edge">
      {advice.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The bridge finds the account by the username. */
const bridgeAddress = (credential: Credential, page: URL): string => {
  const way = wayOf(credential, ["websocket"], page);
  return way?.kind === "websocket" ? `${new URL(way.url).origin}/mqtt` : "";
};

const ThroughBridge = ({ program, to }: { program: Program; to: string }) => (
  <Note tone="wait" title={`${program.name} cannot reach this service by itself`}>
    It needs MQTT over plain TCP, which this service does not offer. Run the bridge on your own machine, such
    as a Raspberry Pi, and let {YOUR_BRIDGE} be that machine's address:{" "}
    <code className="break-all">npm run bridge -- --to {to}</code>
  </Note>
);

function Caveats({ credential }: { credential: Credential }) {
  const { id: userId } = useUser();
  return (
    <>
      {!credential.server_made && (
        <Note>
          Other accounts can have the same user name. If it is refused, enter{" "}
          <code className="break-all">{`${userId}/${credential.username}`}</code> in its place.
        </Note>
      )}
      {credential.view === "account" && (
        <Note tone="wait" title="Its topics begin with your user ID">
          A program with its own topics needs a credential in root view: edit it and change the view under
          More, or{" "}
          <Link to="/docs" hash="topics">
            read how topics are written
          </Link>
          .
        </Note>
      )}
    </>
  );
}
