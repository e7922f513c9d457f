import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { callPublic } from "../../api/call-public.ts";
import { ApiError } from "../../api/problem.ts";
import { throttleMessage } from "../../forms/form-problem.ts";
import { useAnswer } from "../../lib/use-answer.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";
import { ResetPasswordForm } from "./reset-password-form.tsx";

const refusal = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? throttleMessage(error.detail) : MESSAGES.badResetToken;

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
  const { data, isError, error } = useAnswer(check);
  if (data) return <ResetPasswordForm token={token} />;
  if (!isError) return <Loading />;
  return (
    <>
      <Note tone="stop">{refusal(error)}</Note>
      <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
        Request New Reset Link
      </Link>
    </>
  );
}
