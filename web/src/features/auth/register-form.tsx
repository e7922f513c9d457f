import { Link, useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { callPublic } from "../../api/call-public.ts";
import { ApiError } from "../../api/problem.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthPage, linkClass } from "./auth-page.tsx";
import { trackRegistration } from "./conversion.ts";
import { EmailField } from "./email-field.tsx";
import { enter } from "./enter.ts";
import { formText } from "./form-text.ts";
import { NewPasswordFields, newPasswordErrors } from "./new-password-fields.tsx";

interface RegisterFormProps {
  invitation: string | null;
  /** The last place was taken since the count was asked. */
  onFull(email: string): void;
}

export function RegisterForm({ invitation, onFull }: RegisterFormProps) {
  const navigate = useNavigate();
  const { busy, problem, refuse, run } = useFormCall({
    fallback: "Failed to register",
    done: null,
    nonFieldErrorsOn: "email",
    conflict: MESSAGES.tryLoggingIn,
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = {
      email: formText(form, "email"),
      password: formText(form, "password"),
      confirm_password: formText(form, "confirm_password"),
      ...(invitation !== null && { invitation }),
    };
    const wrong = newPasswordErrors(body.password, body.confirm_password);
    if (wrong) return refuse({ fields: wrong });
    const done = await run(async () => {
      const answer = await callPublic("register", { body }).catch((error: unknown) => {
        // whoever was invited is told what is wrong with the invitation
        if (error instanceof ApiError && error.status === 403 && invitation === null) onFull(body.email);
        throw error;
      });
      enter(answer);
    });
    if (!done) return;
    trackRegistration();
    toast(
      "success",
      invitation === null ? "Registration successful! Please check your email." : "Registration successful!",
    );
    await navigate({ to: "/dashboard" });
  };

  const foot = (
    <>
      Already have an account?{" "}
      <Link to="/login" className={linkClass}>
        Log in
      </Link>
    </>
  );
  return (
    <AuthPage
      title="Create your account"
      lead={
        invitation === null ? null : "There is room for you. Register the address that our letter came to."
      }
      foot={foot}
    >
      <ProblemNote problem={problem} />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <EmailField errors={problem.fields.email} autoFocus />
        <NewPasswordFields errors={problem.fields} criteria />
        <Button type="submit" look="primary" size="lg" busy={busy}>
          Register
        </Button>
      </form>
    </AuthPage>
  );
}
