import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useMemo } from "react";
import { CallError } from "../../api/problem.ts";
import { formProblem } from "../../forms/form-problem.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { FailedCall } from "../../ui/failed-call.tsx";
import { Note } from "../../ui/note.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";

const TAKEN = "Another account has this email address by now.";
const NOT_OPENED = "The link could not be opened. Please try again.";

interface EmailLinkScreenProps {
  title: string;
  /** Null when the address has none. */
  token: string | null;
  open(token: string): Promise<{ detail: string }>;
  /** Links to show after success and after a failure. */
  done: ReactNode;
  worn?: ReactNode;
}

export function EmailLinkScreen({ title, token, ...link }: EmailLinkScreenProps) {
  return (
    <AuthPage
      title={title}
      foot={
        <Link to="/" className={linkClass}>
          Back to the start page
        </Link>
      }
    >
      {token === null ? (
        <Note tone="stop">This link is incomplete. Please copy the whole link from the email.</Note>
      ) : (
        <Opened token={token} {...link} />
      )}
    </AuthPage>
  );
}

/** The result of each token. A token works once, so a repeated request shows the first result. */
const opened = new Map<string, Promise<{ detail: string }>>();

function openOnce(token: string, open: EmailLinkScreenProps["open"]): Promise<{ detail: string }> {
  const answer = opened.get(token) ?? open(token);
  opened.set(token, answer);
  answer.catch(() => opened.delete(token));
  return answer;
}

const isWorn = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 400 || error.status === 409);

function Opened({
  token,
  open,
  done,
  worn,
}: Omit<EmailLinkScreenProps, "title" | "token"> & { token: string }) {
  const ask = useCallback(() => openOnce(token, open), [token, open]);
  const { data, isError, error, refetch } = useAnswer(ask);
  const problem = useMemo(() => formProblem(error, { fallback: NOT_OPENED, conflict: TAKEN }), [error]);
  if (data) {
    return (
      <>
        <Note tone="go" live>
          {data.detail}
        </Note>
        {done}
      </>
    );
  }
  if (!isError) return <Loading />;
  if (!isWorn(error)) return <FailedCall problem={problem} onRetry={refetch} />;
  return (
    <>
      <ProblemNote problem={problem} />
      {worn}
    </>
  );
}
