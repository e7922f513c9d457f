/** The page on which a person allows an app to use the account, or denies it. */

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { Authorization } from "../../../../../worker/contract/apps.ts";
import { call } from "../../../api/call.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { appRequest } from "../../../lib/app-request.ts";
import { keepAppRequest } from "../../../lib/app-return.ts";
import { useSession, useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/inputs/field.tsx";
import { SelectField } from "../../../ui/inputs/select.tsx";
import { Wordmark } from "../../../ui/layout/wordmark.tsx";
import { Loading } from "../../../ui/loading/spinner.tsx";
import { Note } from "../../../ui/messages/note.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { sentenceOf } from "../tokens/scopes.ts";
import {
  type AppChoices,
  canBeNarrowed,
  chosenScopes,
  firstChoices,
  isPublishing,
  keptScopes,
  maySwitch,
} from "./choices.ts";

export default function AuthorizeScreen() {
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "anonymous") return;
    keepAppRequest();
    void navigate({ to: "/login", replace: true });
  }, [status, navigate]);
  if (status !== "authenticated") return null;
  return (
    <QueryClientProvider client={queryClient}>
      <AuthorizePage />
    </QueryClientProvider>
  );
}

function AuthorizePage() {
  const { email } = useUser();
  const asked = useQuery({
    queryKey: ["authorization"],
    queryFn: () => call("checkAuthorization", { body: { query: appRequest } }),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-start gap-6 bg-panel px-5 py-8 sm:px-10">
      <Wordmark />
      <h1 className="text-2xl">Connect an app</h1>
      {asked.isPending && <Loading />}
      {asked.error && (
        <Note tone="stop" live title="This app cannot be connected">
          {asked.error.message}
        </Note>
      )}
      {asked.data && <Question authorization={asked.data} email={email} />}
    </main>
  );
}

function Question({ authorization, email }: { authorization: Authorization; email: string }) {
  const { name, host, returns_to: returnsTo, problem } = authorization;
  return (
    <>
      <p className="wrap-anywhere">
        <bdi className="font-semibold">{name}</bdi> of <span className="font-mono">{host}</span> asks to use
        the account <bdi>{email}</bdi>. The name is its own choice: check the address. Afterwards your browser
        goes to <span className="font-mono">{returnsTo}</span>.
      </p>
      {problem === null ? (
        <Choices authorization={authorization} />
      ) : (
        <>
          <Note tone="stop">{problem.sentence}</Note>
          <Button size="lg" onClick={() => window.location.assign(problem.redirect)}>
            Back to the App
          </Button>
        </>
      )}
    </>
  );
}

function Choices({ authorization }: { authorization: Authorization }) {
  const [choices, setChoices] = useState(() => firstChoices(authorization));
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to answer the app. Please try again.",
    done: null,
  });
  const answer = (allow: boolean) =>
    run(async () => {
      const scopes = chosenScopes(authorization, choices);
      const { name } = authorization;
      const body = { query: appRequest, allow, scopes, asks_first: choices.asksFirst, name };
      const { redirect } = await call("answerAuthorization", { body });
      window.location.assign(redirect);
    });
  const kept = keptScopes(authorization);
  const { scopes: errors } = problem.fields;
  return (
    <>
      {kept.length > 0 && <Kept scopes={kept} />}
      <Scopes authorization={authorization} choices={choices} onChange={setChoices} />
      <Devices choices={choices} onChange={setChoices} />
      {maySwitch(authorization, choices) && <AskFirst choices={choices} onChange={setChoices} />}
      <ProblemNote problem={problem} />
      {errors && <Note tone="stop">{errors.join(" ")}</Note>}
      <div className="grid grid-cols-2 gap-4">
        <Button size="lg" busy={busy} onClick={() => void answer(false)}>
          Deny
        </Button>
        <Button size="lg" busy={busy} onClick={() => void answer(true)}>
          Allow
        </Button>
      </div>
      <p className="text-sm text-soft">
        You can end the app at any time: Profile, Keys and tokens, Apps. It ends by itself when it was not
        used for 90 days.
      </p>
    </>
  );
}

function useDeviceName() {
  const devices = useQuery(devicesQuery()).data ?? [];
  return (id: string) => devices.find((device) => device.id === id)?.name;
}

function Kept({ scopes }: { scopes: readonly string[] }) {
  const deviceName = useDeviceName();
  return (
    <section className="text-sm">
      <h2 className="font-medium">It may already</h2>
      <ul className="mt-2 list-disc pl-5 text-soft">
        {scopes.map((scope) => (
          <li key={scope} className="wrap-anywhere">
            {wordsOf(scope, deviceName)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const wordsOf = (scope: string, deviceName: (id: string) => string | undefined): string =>
  sentenceOf(scope.replace(/:#$/, ""), deviceName);

interface PartProps {
  choices: AppChoices;
  onChange(choices: AppChoices): void;
}

const toggled = (list: readonly string[], item: string, isIn: boolean): string[] =>
  isIn ? [...list, item] : list.filter((other) => other !== item);

function Scopes({ authorization, choices, onChange }: PartProps & { authorization: Authorization }) {
  const isOffered = authorization.asked.some(({ scope, on }) => isPublishing(scope) && !on);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">Allow it to</legend>
      <div className="grid gap-1 rounded-md border border-hairline px-3 py-2">
        {authorization.asked.map(({ scope }) => (
          <Checkbox
            key={scope}
            label={wordsOf(scope, () => undefined)}
            checked={choices.scopes.includes(scope)}
            onChange={({ target }) =>
              onChange({ ...choices, scopes: toggled(choices.scopes, scope, target.checked) })
            }
          />
        ))}
      </div>
      {isOffered && (
        <Hint>Publishing is off until you choose it: a message cannot wait until you allow it.</Hint>
      )}
    </fieldset>
  );
}

function AskFirst({ choices, onChange }: PartProps) {
  return (
    <div>
      <Checkbox
        label="Ask me first before it switches a device"
        checked={choices.asksFirst}
        onChange={({ target }) => onChange({ ...choices, asksFirst: target.checked })}
      />
      <Hint>
        {choices.asksFirst
          ? "Each order waits until you allow it, on this site or in a notice on your phone."
          : "It switches at once, except devices that ask first about apps."}
      </Hint>
    </div>
  );
}

const Hint = ({ children }: { children: ReactNode }) => <p className="mt-2 text-sm text-soft">{children}</p>;

function Devices({ choices, onChange }: PartProps) {
  const list = useQuery(devicesQuery()).data ?? [];
  const { devices } = choices;
  if (!choices.scopes.some(canBeNarrowed)) return null;
  return (
    <div className="grid gap-3">
      <SelectField
        label="Devices"
        value={devices === null ? "all" : "chosen"}
        options={[
          ["all", "All devices, including future ones"],
          ["chosen", "Only these"],
        ]}
        onChange={(which) => onChange({ ...choices, devices: which === "all" ? null : [] })}
      />
      {devices !== null && (
        <div className="grid max-h-48 gap-1 overflow-y-auto">
          {list.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={devices.includes(id)}
              onChange={({ target }) =>
                onChange({ ...choices, devices: toggled(devices, id, target.checked) })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
