import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { callPublic } from "../../api/call-public.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { appRequestAddress } from "../../lib/app-return.ts";
import { ENDED_KEY, sessionStore } from "../../lib/safe-storage.ts";
import { Field } from "../../ui/inputs/field.tsx";
import { PasswordInput } from "../../ui/inputs/password-input.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { AuthForm, AuthPage, EmailField, enter, formText, linkClass } from "./auth-page.tsx";
import { PasskeyLogin } from "./passkey-login.tsx";

export function LoginScreen() {
  const navigate = useNavigate();
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to login",
    done: null,
    nonFieldErrorsOn: "email",
  });

  const [hasEnded] = useState(() => sessionStore.read(ENDED_KEY) !== null);
  useEffect(() => sessionStore.remove(ENDED_KEY), []);

  const goOn = async () => {
    const back = appRequestAddress();
    // a new load: the page reads the request before the router does
    if (back !== null) return window.location.assign(back);
    toast("success", "Login successful!");
    await navigate({ to: "/dashboard" });
  };
  const submit = async (form: HTMLFormElement) => {
    const body = { email: formText(form, "email"), password: formText(form, "password") };
    if (!(await run(async () => enter(await callPublic("login", { body }))))) return;
    await goOn();
  };

  const foot = (
    <>
      New here?{" "}
      <Link to="/register" className={linkClass}>
        Create an account
      </Link>
    </>
  );
  return (
    <AuthPage title="Log in" foot={foot}>
      {hasEnded && problem.message === "" && (
        <Note tone="wait" live>
          Your session has ended: it was too old, or it was ended in another browser. Log in again.
        </Note>
      )}
      <AuthForm problem={problem} busy={busy} submit="Log in" onSubmit={submit}>
        <EmailField errors={problem.fields.email} autoFocus />
        <Field label="Password" errors={problem.fields.password}>
          {(input) => <PasswordInput {...input} name="password" autoComplete="current-password" />}
        </Field>
      </AuthForm>
      <PasskeyLogin onLogin={goOn} />
      <Link to="/forgot-password" className={`${linkClass} justify-self-start text-sm`}>
        Forgot password?
      </Link>
    </AuthPage>
  );
}
