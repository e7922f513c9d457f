import { Link } from "@tanstack/react-router";
import { Facts } from "./facts.tsx";
import type { Guide } from "./use-guide.ts";

export default function Qos({ guide: { broker, userId } }: { guide: Guide }) {
  const info = broker.data;
  return (
    <>
      <p>{userId === null ? "What this service offers:" : "What holds for your account now:"}</p>
      <Facts
        facts={[
          ["QoS 0", "At most once: sent and forgotten. Fine for readings that come again in a second."],
          ["QoS 1", "At least once: repeated until acknowledged. Use it to listen on the control topic."],
          [
            "QoS 2",
            info && info.max_qos === 2
              ? "Exactly once, for those who need it."
              : "Not supported: a subscription at QoS 2 is granted QoS 1.",
          ],
          [
            "Retained messages",
            info?.retain
              ? "Kept, and given to every new subscriber; on a control topic never."
              : "Not supported: a new subscriber hears what is said from then on.",
          ],
          [
            "Last will",
            "Partly supported: sent when a connection is lost, within what the client may publish.",
          ],
        ]}
      />
      <p className="max-w-[65ch]">
        An account is <em>full</em> or <em>classic</em>; you choose it on your{" "}
        <Link to="/dashboard/profile" className="font-medium underline underline-offset-2">
          profile
        </Link>
        . Full is all that the service offers, and what new accounts have. Classic is QoS 0 and 1, and nothing
        retained: a client that publishes at QoS 2 or retained is disconnected. Ready programs need full: many
        reconnect for ever in classic. A change holds from a client's next connection, and what was retained
        is shown again once the account is full again.
      </p>
    </>
  );
}
