import type { Credential } from "../../../../worker/contract/credential.ts";
import { momentText } from "../../lib/time.ts";

/** Until when the old password works, and whether somebody still uses it. */
export function OldPassword({ credential }: { credential: Credential }) {
  const { old_password_until: until, old_password_last_used: used } = credential;
  if (until === null) return "The old password works no more.";
  return (
    <>
      The old password works until <time dateTime={until}>{momentText(until)}</time>.{" "}
      {used ? (
        <>
          It was last used <time dateTime={used}>{momentText(used)}</time>.
        </>
      ) : (
        "Nothing has used it since."
      )}
    </>
  );
}
