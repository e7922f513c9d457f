import { Link } from "@tanstack/react-router";
import { callPublic } from "../../api/call-public.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmailLinkScreen } from "./email-link-screen.tsx";

/** A visitor who is not signed in reaches the dashboard by the log-in screen. The email can be requested again there. */
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
      question="Press the button to confirm that this email address is yours."
      press="Confirm this address"
      done={toDashboard("Go to the dashboard")}
      worn={toDashboard("Request New Verification Link")}
    />
  );
}
