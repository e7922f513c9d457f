import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { PAGE_MESSAGES } from "../../../../worker/contract/sentences.ts";
import { begun } from "../../account/first-steps.ts";
import { callPublic } from "../../api/call-public.ts";
import { CallError } from "../../api/problem.ts";
import { NewPasswordFields, newPasswordErrors } from "../../forms/new-password-fields.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { appRequestAddress } from "../../lib/app-return.ts";
import { LegalLinks } from "../../ui/layout/public-footer.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { AuthForm, AuthPage, EmailField, enter, formText, linkClass } from "./auth-page.tsx";
import { isFull, userCount } from "./user-count.ts";

interface Zaraz {
  track(event: string): unknown;
}

/** Reports a registration to `zaraz.track` if the page has it (analytics), and to no other service. */
export function trackRegistration(page: { zaraz?: Zaraz } = window as { zaraz?: Zaraz }): void {
  try {
    page.zaraz?.track("registration");
  } catch {
    // A failure of the analytics must not break the registration.
  }
}

type Room = "unknown" | "free" | "full";

interface RegisterScreenProps {
  /** The token of an invitation email; it reserves a place even when the beta is full. */
  invitation: string | null;
}

/** Registration, or the waitlist when the beta is full. If the count is unknown, the server decides. */
export function RegisterScreen({ invitation }: RegisterScreenProps) {
  const [room, setRoom] = useState<Room>(invitation === null ? "unknown" : "free");
  const [email, setEmail] = useState("");
  useEffect(() => {
    let left = invitation !== null;
    if (left) return;
    userCount()
      .then(
        (count): Room => (isFull(count) ? "full" : "free"),
        (): Room => "free",
      )
      .then((known) => left || setRoom(known));
    return () => {
      left = true;
    };
  }, [invitation]);
  if (room === "unknown") return <Loading full />;
  return room === "full" ? (
    <WaitlistForm email={email} />
  ) : (
    <RegisterForm
      invitation={invitation}
      onFull={(typed) => {
        setEmail(typed);
        setRoom("full");
      }}
    />
  );
}

/** `email`: already typed into the registration form when the last place was taken. */
function WaitlistForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to join the waitlist. Please try again.",
    done: null,
    nonFieldErrorsOn: "email",
  });

  const submit = async (form: HTMLFormElement) => {
    const email = formText(form, "email");
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
      <AuthForm problem={problem} busy={busy} submit="Join the waitlist" onSubmit={submit}>
        <EmailField errors={problem.fields.email} given={email} autoFocus />
      </AuthForm>
    </AuthPage>
  );
}

interface RegisterFormProps {
  invitation: string | null;
  /** The last place was taken after the count was loaded. */
  onFull(email: string): void;
}

function RegisterForm({ invitation, onFull }: RegisterFormProps) {
  const navigate = useNavigate();
  const { busy, problem, refuse, run } = useFormCall({
    fallback: "Failed to register",
    done: null,
    nonFieldErrorsOn: "email",
    conflict: PAGE_MESSAGES.tryLoggingIn,
  });

  const submit = async (form: HTMLFormElement) => {
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
        // Show an invited user the error of the invitation.
        if (error instanceof CallError && error.status === 403 && invitation === null) onFull(body.email);
        throw error;
      });
      enter(answer);
      begun.add(answer.data.user.id);
    });
    if (!done) return;
    trackRegistration();
    const back = appRequestAddress();
    if (back !== null) return window.location.assign(back);
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
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        Before you register: <LegalLinks className={linkClass} />
      </p>
    </>
  );
  return (
    <AuthPage
      title="Create your account"
      lead={
        invitation === null
          ? null
          : "There is a place for you. Register with the address that our email was sent to."
      }
      foot={foot}
    >
      <AuthForm problem={problem} busy={busy} submit="Register" onSubmit={submit}>
        <EmailField errors={problem.fields.email} autoFocus />
        <NewPasswordFields errors={problem.fields} criteria />
      </AuthForm>
    </AuthPage>
  );
}
