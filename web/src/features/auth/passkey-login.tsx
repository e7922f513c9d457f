import { callPublic } from "../../api/call-public.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";
import { enter } from "./auth-page.tsx";

/** Shown where the browser has passkeys. What makes one is loaded on a press. */
export function PasskeyLogin({ onLogin }: { onLogin(): unknown }) {
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "This browser could not use a passkey.",
    done: null,
  });
  if (!("PublicKeyCredential" in window)) return null;

  const logIn = async () => {
    let isIn = false;
    await run(async () => {
      const { signLogin } = await import("../../api/passkeys.ts");
      const body = await signLogin();
      if ("problem" in body) return refuse({ message: body.problem });
      await enter(await callPublic("loginWithPasskey", { body }));
      isIn = true;
    });
    if (isIn) await onLogin();
  };
  return (
    <>
      <Button size="lg" busy={busy} onClick={() => void logIn()}>
        Use a Passkey
      </Button>
      <ProblemNote problem={problem} />
    </>
  );
}
