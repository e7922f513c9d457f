import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { LoginSession } from "../../../../worker/contract/sign-in.ts";
import { CallError } from "../../api/problem.ts";
import { NO_SERVER_RESPONSE } from "../../forms/form-problem.ts";
import { signIn } from "../../session/session.ts";
import { type Busy, Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/inputs/field.tsx";
import { Wordmark } from "../../ui/layout/wordmark.tsx";
import { type CallProblem, ProblemNote } from "../../ui/messages/problem-note.tsx";

interface AuthPageProps {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

export function AuthPage({ title, lead, foot, children }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]">
      <div className="flex flex-col bg-panel px-5 py-6 sm:px-10">
        <header>
          <Link
            to="/"
            className="inline-flex min-h-8 items-center rounded-sm"
            aria-label="Switchyard, start page"
          >
            <Wordmark />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-12">
          <h1 className="text-2xl">{title}</h1>
          {lead && <div className="mt-2 text-sm text-soft">{lead}</div>}
          <div className="mt-8 grid gap-5">{children}</div>
          {foot && <div className="mt-8 border-t border-hairline pt-5 text-sm text-soft">{foot}</div>}
        </main>
      </div>
      <div className="hidden overflow-hidden border-l border-hairline bg-paper lg:block" aria-hidden="true">
        <TrackDiagram />
      </div>
    </div>
  );
}

interface AuthFormProps {
  problem: CallProblem;
  busy: Busy;
  submit: string;
  onSubmit(form: HTMLFormElement): unknown;
  children: ReactNode;
}

/** Validated by the server. */
export function AuthForm({ problem, busy, submit, onSubmit, children }: AuthFormProps) {
  return (
    <>
      <ProblemNote problem={problem} />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit(event.currentTarget);
        }}
      >
        {children}
        <Button type="submit" look="primary" size="lg" busy={busy}>
          {submit}
        </Button>
      </form>
    </>
  );
}

export const linkClass =
  "inline-block py-0.5 font-medium text-ink underline underline-offset-2 hover:decoration-2";

/** Decoration: the lines, block sections and signals of a signal box panel. */
function TrackDiagram() {
  return (
    <svg
      viewBox="0 -60 800 900"
      preserveAspectRatio="xMidYMid slice"
      className="h-full w-full [--signal-box:#1d1b18] [--signal-dark:#5d584f]"
      aria-hidden="true"
    >
      <use href="/yard.svg#yard" />
    </svg>
  );
}

export function enter(answer: Partial<LoginSession> | undefined): void {
  const data = answer?.data;
  if (!data?.token || !data.user) throw new CallError(200, NO_SERVER_RESPONSE);
  signIn({ token: data.token, user: data.user });
}

export const formText = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
};

/** No `type=email` validation by the browser: the page shows the server's messages. */
export function EmailField({
  errors,
  given,
  autoFocus = false,
}: {
  errors?: string[] | undefined;
  given?: string;
  autoFocus?: boolean;
}) {
  return (
    <Field label="Email" errors={errors}>
      {(input) => (
        <Input
          {...input}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          defaultValue={given}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
