import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { visibleText, writerText } from "./content.ts";
import { TOPICS_KEY } from "./use-topics.ts";

/** Messages that are listed. */
const LAST = 20;

/** What the history has kept of a topic, the newest first. */
export default function EarlierMessages({ topic }: { topic: string }) {
  const kept = useQuery({
    queryKey: [...TOPICS_KEY, "earlier", topic],
    queryFn: () => call("listHistory", { search: { filter: topic, limit: LAST } }),
  });
  return (
    <Loaded of={kept} failed="The history could not be loaded.">
      {({ messages }) =>
        messages.length === 0 ? (
          <p className="text-sm text-soft">
            The history has no message of this topic. Choose what it keeps under{" "}
            <Link to="/dashboard/mqtt/channels" className="font-medium underline underline-offset-2">
              Channels
            </Link>
            .
          </p>
        ) : (
          <ul className="divide-y divide-hairline">
            {messages.map(({ at, by, payload, encoding }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two messages may differ in their place alone
              <li key={place} className="grid gap-1 py-2 text-xs">
                <p className="flex flex-wrap justify-between gap-2 text-soft">
                  <time dateTime={at}>{preciseMomentText(at)}</time>
                  <bdi>{writerText(by)}</bdi>
                </p>
                <pre className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
                  {encoding === "base64" ? "bytes" : visibleText(payload)}
                </pre>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
