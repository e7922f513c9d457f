import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { validateResetToken } from "../../api/account.ts";
import { throttleMessage } from "../../api/form-problem.ts";
import { ApiError } from "../../api/problem.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { AuthPage, linkClass } from "./auth-page.tsx";
import { ResetPasswordForm } from "./reset-password-form.tsx";

type TokenState = { status: "checking" } | { status: "valid" } | { status: "invalid"; message: string };

const refusal = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? throttleMessage(error.detail) : MESSAGES.badResetToken;

export function ResetPasswordScreen({ token }: { token: string | null }) {
  const [state, setState] = useState<TokenState>({ status: "checking" });
  useEffect(() => {
    if (token === null) return;
    const abort = new AbortController();
    validateResetToken(token, abort.signal).then(
      () => setState({ status: "valid" }),
      (error: unknown) => abort.signal.aborted || setState({ status: "invalid", message: refusal(error) }),
    );
    return () => abort.abort();
  }, [token]);

  return (
    <AuthPage
      title="Set a new password"
      foot={
        <Link to="/login" className={linkClass}>
          Back to log in
        </Link>
      }
    >
      {token === null ? (
        <Note tone="stop">Missing password reset token</Note>
      ) : state.status === "checking" ? (
        <Loading />
      ) : state.status === "invalid" ? (
        <>
          <Note tone="stop">{state.message}</Note>
          <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
            Request New Reset Link
          </Link>
        </>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </AuthPage>
  );
}
