import { Link } from "@tanstack/react-router";
import { callPublic } from "../../api/call-public.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmailLinkScreen } from "./email-link-screen.tsx";

/** Whoever is not signed in comes to the dashboard by the log-in screen. There the letter can be asked for again. */
const toDashboard = (text: string) => (
  <Link to="/dashboard" className={buttonClass("primary", "lg")}>
    {text}
  </Link>
);

const verify = (token: string) => callPublic("verifyEmail", { body: { token } });

export function VerifyEmailScreen({ token }: { token: string | null }) {
  return (
    <EmailLinkScreen
      title="Confirm your email"
      token={token}
      open={verify}
      done={toDashboard("Go to the dashboard")}
      worn={toDashboard("Request New Verification Link")}
    />
  );
}
