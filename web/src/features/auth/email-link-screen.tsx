import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { CallError } from "../../api/problem.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";

const TAKEN = "Another account uses this email address now.";
const NOT_OPENED = "The link could not be opened. Please try again.";

interface EmailLinkScreenProps {
  title: string;
  /** Null when the address has none. */
  token: string | null;
  open(token: string): Promise<{ detail: string }>;
  /** What the press does, and its button. */
  question: string;
  press: string;
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

const isWorn = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 400 || error.status === 409);

/** The link is used by a press: mail scanners open links, and a token works once. */
function Opened({
  token,
  open,
  question,
  press,
  done,
  worn,
}: Omit<EmailLinkScreenProps, "title" | "token"> & { token: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const { busy, problem, run } = useFormCall({ fallback: NOT_OPENED, conflict: TAKEN, done: null });
  const use = () =>
    run(async () => {
      try {
        setAnswer((await open(token)).detail);
      } catch (error) {
        setOver(isWorn(error));
        throw error;
      }
    });
  if (answer !== null) {
    return (
      <>
        <Note tone="go" live>
          {answer}
        </Note>
        {done}
      </>
    );
  }
  return (
    <>
      <ProblemNote problem={problem} />
      {isOver ? (
        worn
      ) : (
        <>
          <p className="text-sm">{question}</p>
          <Button look="primary" size="lg" busy={busy} onClick={use}>
            {press}
          </Button>
        </>
      )}
    </>
  );
}
