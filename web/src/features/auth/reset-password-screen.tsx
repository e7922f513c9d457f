import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { PAGE_MESSAGES } from "../../../../worker/contract/sentences.ts";
import type { CheckedResetToken } from "../../../../worker/contract/sign-in.ts";
import { callPublic } from "../../api/call-public.ts";
import { CallError } from "../../api/problem.ts";
import { formProblem } from "../../forms/form-problem.ts";
import {
  NewPasswordFields,
  newPasswordErrors,
  TokensStay,
  tokensIn,
} from "../../forms/new-password-fields.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { type CallProblem, ProblemNote } from "../../ui/messages/problem-note.tsx";
import { AuthForm, AuthPage, formText, linkClass } from "./auth-page.tsx";

const NOT_CHECKED = "The link could not be checked. Please try again.";

const isWorn = (error: unknown): boolean => error instanceof CallError && error.status === 400;

export function ResetPasswordScreen({ token }: { token: string | null }) {
  return (
    <AuthPage
      title="Set a new password"
      foot={
        <Link to="/login" className={linkClass}>
          Back to log in
        </Link>
      }
    >
      {token === null ? <Note tone="stop">Missing password reset token</Note> : <Checked token={token} />}
    </AuthPage>
  );
}

function Checked({ token }: { token: string }) {
  const check = useCallback(() => callPublic("validateResetToken", { body: { token } }), [token]);
  const { data, isError, error, refetch } = useAnswer(check);
  const problem = useMemo(() => formProblem(error, { fallback: NOT_CHECKED }), [error]);
  if (data) return <ResetPasswordForm token={token} {...data} />;
  if (!isError) return <Loading />;
  if (!isWorn(error)) return <FailedCall problem={problem} onRetry={refetch} />;
  return (
    <>
      <Note tone="stop">{PAGE_MESSAGES.badResetToken}</Note>
      <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
        Request New Reset Link
      </Link>
    </>
  );
}

const REDIRECT_MS = 3_000;
const CLEARS =
  "This address was never confirmed, so somebody else may have set the account up. A new password deletes everything in it that logs in or acts, such as API keys, tokens, credentials, schedules and watches. Devices, channels, events and values stay.";

interface ResetPasswordFormProps extends Pick<CheckedResetToken, "clears" | "tokens" | "guests"> {
  token: string;
}

function ResetPasswordForm({ token, clears, tokens, guests }: ResetPasswordFormProps) {
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const { busy, problem, refuse, run } = useFormCall({
    fallback: "Failed to reset password. Please try again.",
    done: null,
  });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate({ to: "/login" }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const submit = async (form: HTMLFormElement) => {
    const password = formText(form, "password");
    const wrong = newPasswordErrors(password, formText(form, "confirm_password"));
    if (wrong) return refuse({ fields: wrong });
    const body = { token, password, ...tokensIn(form) };
    if (await run(() => callPublic("resetPassword", { body }))) setDone(true);
  };

  if (done) {
    return (
      <Note tone="go" live>
        Your password has been reset. You will be taken to the log in screen in 3 seconds.
      </Note>
    );
  }
  return (
    <AuthForm problem={problem} busy={busy} submit="Reset password" onSubmit={submit}>
      {clears && <Note>{CLEARS}</Note>}
      <NewPasswordFields errors={problem.fields} criteria />
      {!clears && <TokensStay tokens={tokens} guests={guests} />}
    </AuthForm>
  );
}

interface FailedCallProps {
  problem: CallProblem;
  onRetry(): Promise<unknown>;
}

/** A failed call that a screen makes by itself, with a retry button. */
function FailedCall({ problem, onRetry }: FailedCallProps) {
  const [pressed, setPressed] = useState(false);
  const waits = useNow() < (problem.until ?? 0);
  const retry = async () => {
    setPressed(true);
    await onRetry();
    setPressed(false);
  };
  return (
    <>
      <ProblemNote problem={problem} />
      <Button busy={waits ? "waiting" : pressed} onClick={retry} className="justify-self-start">
        Try again
      </Button>
    </>
  );
}
