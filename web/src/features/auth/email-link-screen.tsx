import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { callPublic } from "../../api/call-public.ts";
import { CallError } from "../../api/problem.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { signOut, useSession } from "../../session/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";
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

function EmailLinkScreen({ title, token, ...link }: EmailLinkScreenProps) {
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

/** The server ends every session of the account, including this browser's. */
async function undo(token: string): Promise<{ detail: string }> {
  const answer = await callPublic("undoEmail", { body: { token } });
  signOut();
  return answer;
}

export function UndoEmailScreen({ token }: { token: string | null }) {
  return (
    <EmailLinkScreen
      title="Undo the change of your email"
      token={token}
      open={undo}
      question="Press the button to get your old email address back. Everybody is signed out, and then you choose a new password."
      press="Take my address back"
      done={
        <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
          Choose a new password
        </Link>
      }
    />
  );
}

/** A visitor who is not signed in reaches the dashboard by the log-in screen. The email can be requested again there. */
const toDashboard = (text: string) => (
  <Link to="/dashboard" className={buttonClass("primary", "lg")}>
    {text}
  </Link>
);

const verify = (token: string) => callPublic("verifyEmail", { body: { token } });

/** A link works once: opened again, it has already done its work. */
const CONFIRMED = (
  <>
    <Note tone="go">Your email address is confirmed: nothing is left to do.</Note>
    {toDashboard("Go to the dashboard")}
  </>
);

export function VerifyEmailScreen({ token }: { token: string | null }) {
  const now = useSession();
  const { email_verified: isConfirmed = false, pending_email: pending = null } =
    now.status === "authenticated" ? now.user : {};
  return (
    <EmailLinkScreen
      title="Confirm your email"
      token={token}
      open={verify}
      question="Press the button to confirm that this email address is yours."
      press="Confirm this address"
      done={toDashboard("Go to the dashboard")}
      worn={isConfirmed && pending === null ? CONFIRMED : toDashboard("Request New Verification Link")}
    />
  );
}
