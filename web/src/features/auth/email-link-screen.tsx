import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { formProblem } from "../../api/form-problem.ts";
import { ApiError } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";

const NOT_OPENED = "The link could not be opened. Please try again.";

type LinkState =
  | { status: "opening" }
  | { status: "open"; detail: string }
  /** `worn`: it will not open a second time either. */
  | { status: "refused"; message: string; worn: boolean };

interface EmailLinkScreenProps {
  title: string;
  /** Null where the address of the page holds none. */
  token: string | null;
  open(token: string): Promise<{ detail: string }>;
  /** Where to go once it is open, and where when it is worn. */
  done: ReactNode;
  worn?: ReactNode;
}

/** The link of a letter: opened as soon as it is shown, and what came of it. */
export function EmailLinkScreen({ title, token, open, done, worn }: EmailLinkScreenProps) {
  const { state, again } = useOpened(token, open);
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
        <Note tone="stop">This link is not complete. Please copy all of it from the letter.</Note>
      ) : state.status === "opening" ? (
        <Loading />
      ) : state.status === "open" ? (
        <>
          <Note tone="go" live>
            {state.detail}
          </Note>
          {done}
        </>
      ) : (
        <>
          <Note tone="stop">{state.message}</Note>
          {state.worn ? (
            worn
          ) : (
            <Button look="primary" size="lg" onClick={again}>
              Try again
            </Button>
          )}
        </>
      )}
    </AuthPage>
  );
}

/** What came of each token. It works once, so whoever asks again is told what they were told before. */
const opened = new Map<string, Promise<{ detail: string }>>();

function useOpened(token: string | null, open: EmailLinkScreenProps["open"]) {
  const [state, setState] = useState<LinkState>({ status: "opening" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to ask again.
  useEffect(() => {
    if (token === null) return;
    let left = false;
    const answer = opened.get(token) ?? open(token);
    opened.set(token, answer);
    setState({ status: "opening" });
    answer.then(
      ({ detail }) => left || setState({ status: "open", detail }),
      (error: unknown) => {
        opened.delete(token);
        if (!left) setState(refusal(error));
      },
    );
    return () => {
      left = true;
    };
  }, [token, open, attempt]);
  return { state, again: () => setAttempt((before) => before + 1) };
}

const refusal = (error: unknown): LinkState => ({
  status: "refused",
  message: formProblem(error, { fallback: NOT_OPENED }).message,
  worn: error instanceof ApiError && (error.status === 400 || error.status === 409),
});
