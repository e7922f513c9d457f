import { Link } from "@tanstack/react-router";
import { Facts } from "./facts.tsx";
import { Code } from "./guide-page.tsx";
import type { Guide } from "./use-guide.ts";

const upTo = (count: number | undefined, what: string): string => {
  if (count === undefined) return "…";
  return count === 0 ? "Without a limit." : `Up to ${count.toLocaleString("en-US")} ${what}.`;
};

export default function Limits({ guide: { broker } }: { guide: Guide }) {
  const info = broker.data;
  return (
    <>
      <Facts
        facts={[
          ["One message", upTo(info?.max_packet_size, "bytes, its topic included; a login far less")],
          ["Retained messages", upTo(info?.limits.retained, "in your account")],
          [
            "Subscriptions",
            <>
              Thousands for each client. A wildcard, <Code>home/#</Code>, stands for many.
            </>,
          ],
          [
            "Speed",
            "Messages above the rate are refused. A client that continues is blocked for some minutes.",
          ],
          ["Devices", upTo(info?.limits.devices, "in your account")],
          ["Stored values", upTo(info?.limits.series, "in your account")],
          ["Channels", upTo(info?.limits.channels, "in your account")],
        ]}
      />
      <p className="max-w-[65ch]">
        If a client exceeds a limit, see{" "}
        <Link to="/dashboard/mqtt/log" className="font-medium underline underline-offset-2">
          Blocked attempts
        </Link>
        , with advice. Your usage is on your profile.
      </p>
    </>
  );
}
