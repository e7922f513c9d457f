import { Link } from "@tanstack/react-router";
import { Facts } from "./facts.tsx";
import type { Guide } from "./use-guide.ts";

export default function Qos({ guide: { broker, userId } }: { guide: Guide }) {
  const info = broker.data;
  return (
    <>
      <p>{userId === null ? "What this service offers:" : "Your account now:"}</p>
      <Facts
        facts={[
          ["QoS 0", "At most once: sent and forgotten. Fine for frequent readings."],
          ["QoS 1", "At least once: repeated until acknowledged. Use it to listen on the control topic."],
          [
            "QoS 2",
            info && info.max_qos === 2
              ? "Exactly once."
              : "Not supported: a subscription at QoS 2 is granted QoS 1.",
          ],
          [
            "Retained messages",
            info?.retain
              ? "Stored, and sent to every new subscriber. Never on a control topic."
              : "Not supported: a new subscriber receives later messages only.",
          ],
          ["Last will", "Sent when a connection is lost, if the client may publish it."],
        ]}
      />
      <p className="max-w-[65ch]">
        An account is <em>full</em> or <em>classic</em>; you choose it on your{" "}
        <Link to="/dashboard/profile" className="font-medium underline underline-offset-2">
          profile
        </Link>
        . New accounts are full and have every feature. Classic has QoS 0 and 1 and no retained messages: a
        client that publishes at QoS 2 or retained is disconnected. Ready programs need full. A change applies
        from a client's next connection. Retained messages return when the account is full again.
      </p>
    </>
  );
}
