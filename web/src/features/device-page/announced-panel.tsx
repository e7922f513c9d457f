import { Link } from "@tanstack/react-router";
import type { AdoptedAs } from "../../../../worker/contract/devices.ts";
import { Panel } from "../../ui/panel.tsx";

interface Fact {
  name: string;
  /** An empty list shows `otherwise`. */
  topics: readonly string[];
  otherwise?: string;
}

const factsOf = ({ command_topic, state_topic, availability_topics }: AdoptedAs): Fact[] => [
  { name: "It is switched on", topics: [command_topic] },
  {
    name: "It reports its state on",
    topics: state_topic === null ? [] : [state_topic],
    otherwise: "No topic. There is no proof that it took a command.",
  },
  {
    name: "It reports whether it is online on",
    topics: availability_topics,
    otherwise: "No topic. It counts as online.",
  },
];

export function AnnouncedPanel({ found }: { found: AdoptedAs }) {
  return (
    <Panel title="Its own topics">
      <div className="grid gap-4 text-sm">
        <p className="max-w-[65ch]">
          {found.source === null ? "" : `Announced by ${found.source}. `}It logs in by itself, as it did
          before it was added.{" "}
          <Link to="/docs" hash="home-assistant" className="font-medium underline underline-offset-2">
            What that means
          </Link>
        </p>
        <dl className="divide-y divide-hairline rounded-lg border border-hairline bg-well">
          {factsOf(found).map(({ name, topics, otherwise }) => (
            <div key={name} className="px-4 py-2.5">
              <dt className="text-soft">{name}</dt>
              {topics.length === 0 && <dd>{otherwise}</dd>}
              {topics.map((topic) => (
                <dd key={topic}>
                  <code className="text-xs wrap-anywhere">{topic}</code>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
