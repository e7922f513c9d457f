import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LimitRow } from "../../../../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../../../../broker/contract/limits.ts";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import type { Refusal } from "../../../../worker/contract/refusals.ts";
import type { Settings } from "../../../../worker/contract/settings.ts";
import { call } from "../../api/call.ts";
import { credentialsQuery, settingsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { isolated } from "../../lib/words.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";

const adviceOn = (limit = ""): string =>
  (BROKER_LIMITS as Record<string, LimitRow>)[limit]?.advice ?? "It exceeded a limit.";

type Remedy = NonNullable<Refusal["remedy"]>;

interface Case {
  refusal: Refusal;
  remedy: Remedy;
  /** Undefined while loading and after its deletion. */
  credential: Credential | undefined;
  settings: Settings | undefined;
}

export function Mend({ refusal, remedy }: Pick<Case, "refusal" | "remedy">) {
  const credentials = useQuery(credentialsQuery());
  const settings = useQuery({ ...settingsQuery(), enabled: remedy.kind === "profile" });
  // the final height, so that nothing below moves
  if (credentials.isPending) return <div className="min-h-14" />;
  const credential = credentials.data?.find(({ id }) => id === remedy.credential_id);
  return REMEDIES[remedy.kind]({ refusal, remedy, credential, settings: settings.data });
}

const REMEDIES: Record<Remedy["kind"], (of: Case) => ReactNode> = {
  grant: (of) => <Grant {...of} />,
  view: ({ refusal, remedy, credential }) =>
    // Rows with the same remedy share one button.
    credential && credential.view === remedy.view ? (
      <Mended>{remedy.view === "root" ? "It now uses topics without the prefix" : "Fixed"}</Mended>
    ) : (
      <Press refusal={refusal}>
        {remedy.view === "root"
          ? `Show ${nameOf(credential)} its topics without the prefix`
          : `Show ${nameOf(credential)} its topics with the prefix`}
      </Press>
    ),
  profile: ({ refusal, settings }) =>
    settings?.profile === "full" ? (
      <Mended>Allowed from its next connection</Mended>
    ) : (
      <Press refusal={refusal}>Allow QoS 2 and retained messages</Press>
    ),
  username: ({ refusal, credential }) =>
    credential?.server_made ? (
      <ToTypeIn what="user name" value={credential.username}>
        It now has a unique user name. Enter it in the client:
      </ToTypeIn>
    ) : (
      <Press refusal={refusal}>Make a unique user name for {nameOf(credential)}</Press>
    ),
  topic: ({ remedy }) => (
    <ToTypeIn what="topic" value={remedy.topic ?? ""}>
      Write this topic instead:
    </ToTypeIn>
  ),
  password: ({ credential }) =>
    credential ? (
      <ToTypeIn what={`password of ${credential.name}`} value={credential.password}>
        This is its password now:
      </ToTypeIn>
    ) : (
      <Nothing />
    ),
  limit: ({ remedy }) => (
    <p className="max-w-72 text-xs">
      {adviceOn(remedy.limit)}{" "}
      <Link to="/docs" hash="limits" className="font-medium underline underline-offset-2">
        What the limits are
      </Link>
    </p>
  ),
};

const nameOf = (credential: Credential | undefined): string =>
  credential ? isolated(credential.name) : "the credential";

function Grant({ refusal, remedy: { topic: given = "" }, credential }: Case) {
  const { id: userId } = useUser();
  const topic = displayTopic(userId, given);
  if (credential?.channels.some((channel) => channel.topic === given)) return <Mended>Allowed now</Mended>;
  return (
    <Press refusal={refusal}>
      Let {nameOf(credential)} use {topic}
    </Press>
  );
}

const Mended = ({ children }: { children: ReactNode }) => <span className="text-xs text-go">{children}</span>;

const Nothing = () => <span className="text-soft">–</span>;

interface ToTypeInProps {
  what: string;
  value: string;
  children: ReactNode;
}

const ToTypeIn = ({ what, value, children }: ToTypeInProps) => (
  <div className="grid max-w-72 grid-cols-1 gap-1">
    <p className="text-xs text-soft">{children}</p>
    <CopyField value={value} label={what} />
  </div>
);

function Press({ refusal, children }: { refusal: Refusal; children: ReactNode }) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "It could not be fixed.", done: "Fixed." });
  const mend = async () => {
    await run(() => call("fixRefusal", { id: refusal.id }));
    await Promise.all(
      [queryKeys.refusals, queryKeys.credentials, queryKeys.channels, queryKeys.settings].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <Button
        size="sm"
        busy={busy}
        onClick={mend}
        className="h-auto! min-h-8 max-w-full shrink! py-1 text-left whitespace-normal! wrap-anywhere"
      >
        {children}
      </Button>
      {problem.message && (
        <p role="alert" className="text-xs text-stop">
          {problem.message}
        </p>
      )}
    </div>
  );
}
