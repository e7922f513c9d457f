import { Link } from "@tanstack/react-router";
import { callPublic } from "../../api/call-public.ts";
import { signOut } from "../../session/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmailLinkScreen } from "./email-link-screen.tsx";

/** The server ends every session of the account, including this browser's. */
async function undo(token: string): Promise<{ detail: string }> {
  const answer = await callPublic("undoEmail", { body: { token } });
  signOut();
  return answer;
}

export function UndoEmailScreen({ token }: { token: string | null }) {
  return (
    <EmailLinkScreen
      title="Undo the change of your email"
      token={token}
      open={undo}
      question="Press the button to get your old email address back. Everybody is signed out, and then you choose a new password."
      press="Take my address back"
      done={
        <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
          Choose a new password
        </Link>
      }
    />
  );
}
