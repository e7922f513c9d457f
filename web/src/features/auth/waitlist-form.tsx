import { Link, useNavigate } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { callPublic } from "../../api/call-public.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthPage, linkClass } from "./auth-page.tsx";
import { EmailField } from "./email-field.tsx";
import { formText } from "./form-text.ts";

/** `email`: typed in already, for a place that somebody else got. */
export function WaitlistForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to join the waitlist. Please try again.",
    done: null,
    nonFieldErrorsOn: "email",
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = formText(event.currentTarget, "email");
    if (!(await run(() => callPublic("joinWaitlist", { body: { email } })))) return;
    toast("success", "You are on the waitlist. We will write to you when a place is free.");
    await navigate({ to: "/" });
  };

  return (
    <AuthPage
      title="Beta Program Full"
      lead="Every place is taken at the moment. Leave your email address and we will write to you when one is free."
      foot={
        <Link to="/login" className={linkClass}>
          I have an account: log in
        </Link>
      }
    >
      <ProblemNote problem={problem} />
      <form noValidate onSubmit={submit} className="grid gap-5">
        <EmailField errors={problem.fields.email} given={email} autoFocus />
        <Button type="submit" look="primary" size="lg" busy={busy}>
          Join the waitlist
        </Button>
      </form>
    </AuthPage>
  );
}
