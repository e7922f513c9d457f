import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { callPublic } from "../../api/call-public.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { formText } from "./form-text.ts";
import { NewPasswordFields, newPasswordErrors } from "./new-password-fields.tsx";

const REDIRECT_MS = 3_000;

export function ResetPasswordForm({ token }: { token: string }) {
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

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = formText(form, "password");
    const wrong = newPasswordErrors(password, formText(form, "confirm_password"));
    if (wrong) return refuse({ fields: wrong });
    if (await run(() => callPublic("resetPassword", { body: { token, password } }))) setDone(true);
  };

  if (done) {
    return (
      <Note tone="go" live>
        Your password has been reset. You will be taken to the log in screen in 3 seconds.
      </Note>
    );
  }
  return (
    <>
      <ProblemNote problem={problem} />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <NewPasswordFields errors={problem.fields} criteria />
        <Button type="submit" look="primary" size="lg" busy={busy}>
          Reset password
        </Button>
      </form>
    </>
  );
}
