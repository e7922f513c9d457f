import { Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { callPublic } from "../../api/call-public.ts";
import { ApiError } from "../../api/problem.ts";
import { formProblem } from "../../forms/form-problem.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FailedCall } from "../../ui/failed-call.tsx";
import { Note } from "../../ui/note.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";
import { ResetPasswordForm } from "./reset-password-form.tsx";

const NOT_CHECKED = "The link could not be checked. Please try again.";

/** The server looked at it and does not know it. */
const isWorn = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

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
  if (data) return <ResetPasswordForm token={token} />;
  if (!isError) return <Loading />;
  if (!isWorn(error)) return <FailedCall problem={problem} onRetry={refetch} />;
  return (
    <>
      <Note tone="stop">{MESSAGES.badResetToken}</Note>
      <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
        Request New Reset Link
      </Link>
    </>
  );
}
