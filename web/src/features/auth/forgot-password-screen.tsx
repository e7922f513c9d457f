import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PAGE_MESSAGES } from "../../../../worker/contract/sentences.ts";
import { callPublic } from "../../api/call-public.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Note } from "../../ui/messages/note.tsx";
import { AuthForm, AuthPage, EmailField, formText, linkClass } from "./auth-page.tsx";

export function ForgotPasswordScreen() {
  const [sent, setSent] = useState(false);
  const { busy, problem, run } = useFormCall({
    // The typo is in the specification.
    fallback: "Failed to send email - Forgot passowrd",
    done: null,
    nonFieldErrorsOn: "email",
  });

  const submit = async (form: HTMLFormElement) => {
    const email = formText(form, "email");
    setSent(false);
    setSent(await run(() => callPublic("forgotPassword", { body: { email } })));
  };

  return (
    <AuthPage
      title="Forgot your password?"
      lead="Tell us your email address and we will send you a link to set a new one."
      foot={
        <Link to="/login" className={linkClass}>
          Back to log in
        </Link>
      }
    >
      {sent && (
        <Note tone="go" live>
          {PAGE_MESSAGES.resetSent}
        </Note>
      )}
      <AuthForm problem={problem} busy={busy} submit="Send reset link" onSubmit={submit}>
        <EmailField errors={problem.fields.email} autoFocus />
      </AuthForm>
    </AuthPage>
  );
}
