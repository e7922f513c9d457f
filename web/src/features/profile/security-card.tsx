import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { part } from "../../ui/loading/part.tsx";

const SecurityList = part(() => import("./security-list.tsx"));

/** What happened to the account. The list can be long and is seldom needed: it is loaded on request. */
export function SecurityCard() {
  const [shown, setShown] = useState(false);
  return (
    <Panel
      flush
      title="Security"
      aside={
        <Button size="sm" className="touch" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </Button>
      }
    >
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        Logins, changes of passwords, passkeys, keys, credentials and tokens, and your answers to orders that
        ask first, in the last 90 days.
      </p>
      {shown && <SecurityList />}
    </Panel>
  );
}
