import { Facts } from "./facts.tsx";

export default function Reliability() {
  return (
    <>
      <Facts
        facts={[
          ["Messages", "An acknowledged QoS 1 message reaches every subscribed session."],
          ["Events", "Each once and in order, even if the database was unavailable."],
          ["Too many events", "Events that follow too fast become one with their number."],
          ["Rights", "A change is in force before it is confirmed, also for connected clients."],
          ["Abuse", "An address that floods the broker or guesses passwords is blocked for some minutes."],
        ]}
      />
      <p className="max-w-[65ch]">
        In a test in November 2026 the broker was killed 200 times under load: none of 128,593 acknowledged
        messages was lost, and none of 41,954 events was missing or double. A local server survives a killed
        process, not a power failure; on Cloudflare the data is as safe as the platform’s storage. A full
        queue drops its oldest message. QoS 0 may be lost.
      </p>
    </>
  );
}
