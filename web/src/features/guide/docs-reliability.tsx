import { Facts } from "./facts.tsx";

export default function Reliability() {
  return (
    <>
      <Facts
        facts={[
          ["Messages", "What was acknowledged at QoS 1 reaches every session that was there for it."],
          ["Events", "Each once and in order, also when the database was away meanwhile."],
          ["Too many events", "Those that come too fast become one that says how many they were."],
          ["Rights", "A change is in force before it is confirmed, for connected clients too."],
          ["Abuse", "An address that floods the broker or guesses passwords is blocked for some minutes."],
        ]}
      />
      <p className="max-w-[65ch]">
        In a trial of November 2026 the broker was killed 200 times under load: of 128,593 acknowledged
        messages none was lost, of 41,954 events none was missing or double. On your desk this survives a
        killed process, not a pulled plug; at the edge it is as durable as the platform’s storage. A queue
        that is full loses its oldest message. QoS 0 may be lost.
      </p>
    </>
  );
}
