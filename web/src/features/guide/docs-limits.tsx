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
              Thousands for each client. One with a wildcard, <Code>home/#</Code>, stands for many.
            </>,
          ],
          ["Speed", "What is sent too fast is slowed down or refused; who goes on is kept out for a while."],
          ["Devices", upTo(info?.limits.devices, "in your account")],
          ["Values kept over time", upTo(info?.limits.series, "in your account")],
          ["Channels", upTo(info?.limits.channels, "in your account")],
        ]}
      />
      <p className="max-w-[65ch]">
        What ran into one of them stands under{" "}
        <Link to="/dashboard/mqtt/log" className="font-medium underline underline-offset-2">
          Refusals
        </Link>
        , with what would help; how much of yours is used stands on your profile.
      </p>
    </>
  );
}
