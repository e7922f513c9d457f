import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { ageText } from "../../devices/values.ts";
import { sizeText } from "../../lib/size-text.ts";
import { clockText, preciseMomentText } from "../../lib/time.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyIconButton } from "../../ui/copy.tsx";
import { Fold } from "../../ui/layout/fold.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Sign } from "../../ui/sign.tsx";
import { visibleText, writerText } from "./content.ts";
import type { LiveMessage } from "./live-topics.ts";
import { MessageContent } from "./message-content.tsx";
import type { Removal } from "./removal.ts";
import { branchFilter } from "./tree.ts";
import type { Live } from "./use-live.ts";
import { messageQuery } from "./use-topics.ts";

const ARROW_LEFT = "M13.5 8h-11M7 3.5 2.5 8 7 12.5";
const EarlierMessages = part(() => import("./earlier-messages.tsx"));
const PublishPanel = part(() => import("./publish-panel.tsx"));

interface TopicDetailProps {
  topic: string;
  /** Messages on topics below it. */
  below: number;
  live: Live;
  /** Changes when the retained message may have changed. */
  follow: number;
  onBack(): void;
  onRemove(removal: Removal): void;
}

/** A topic: its retained message, its last live messages, and what can be done with it. */
export function TopicDetail({ topic, below, live, follow, onBack, onRemove }: TopicDetailProps) {
  const [isWhole, setWhole] = useState(false);
  const message = useQuery(messageQuery(topic, isWhole));
  const { refetch } = message;
  const seen = useRef(follow);
  useEffect(() => {
    if (seen.current === follow) return;
    seen.current = follow;
    void refetch();
  }, [follow, refetch]);
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 content-start gap-4 p-4 sm:p-5">
      <header className="flex min-w-0 items-start gap-2">
        <IconButton label="Back to the topics" className="lg:hidden" onClick={onBack}>
          <Sign d={ARROW_LEFT} />
        </IconButton>
        <h2 id={headingId} className="min-w-0 flex-1 pt-1 font-mono text-sm wrap-anywhere">
          <bdi className="line-clamp-6" title={topic}>
            {topic === "" ? "empty level" : visibleText(topic)}
          </bdi>
        </h2>
        <CopyIconButton text={topic} label="Copy topic" />
      </header>
      <Loaded of={message} failed="The message could not be loaded.">
        {(found) =>
          found === null ? (
            <p className="text-sm text-soft">Nothing is retained on this topic.</p>
          ) : (
            <>
              <Facts message={found} />
              <MessageContent message={found} isLoading={message.isFetching} onWhole={() => setWhole(true)} />
            </>
          )
        }
      </Loaded>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {message.data && (
          <Button
            size="sm"
            look="danger"
            className="touch"
            onClick={() => onRemove({ topic, isBranch: false, count: 1 })}
          >
            Delete message
          </Button>
        )}
        {below > 0 && (
          <Button
            size="sm"
            look="danger"
            className="touch"
            onClick={() => onRemove({ topic, isBranch: true, count: below + 1 })}
          >
            Delete branch{" "}
            <span className="font-normal">({(below + (message.data ? 1 : 0)).toLocaleString("en-US")})</span>
          </Button>
        )}
      </div>
      {live.phase !== "off" && <LastMessages topic={topic} messages={live.topics.lastOf(topic, LAST)} />}
      {topic !== "" && (
        <Fold title="Earlier messages" about="that the history has kept">
          <EarlierMessages topic={topic} />
        </Fold>
      )}
      <Fold title="Publish" about="to this topic, here or with curl and mosquitto_pub">
        <PublishPanel topic={topic} message={message.data ?? null} />
      </Fold>
      {below > 0 && (
        <p className="text-xs text-soft">
          The filter of this branch is <code className="wrap-anywhere">{branchFilter(topic)}</code>.
        </p>
      )}
    </section>
  );
}

/** Messages that are listed. */
const LAST = 20;
const AGE_MS = 1_000;

function Facts({ message }: { message: RetainedMessage }) {
  const now = useNow(AGE_MS);
  const { at, bytes, qos, content_type: contentType, by } = message;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      <Fact title="Written">
        <time dateTime={at} title={preciseMomentText(at)}>
          {ageText(now - Date.parse(at))}
        </time>
      </Fact>
      <Fact title="By">
        <bdi>{writerText(by)}</bdi>
      </Fact>
      <Fact title="Size">{sizeText(bytes)}</Fact>
      <Fact title="QoS">{qos}</Fact>
      {contentType !== null && <Fact title="Type">{contentType}</Fact>}
    </dl>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{title}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);

function LastMessages({ topic, messages }: { topic: string; messages: readonly LiveMessage[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <h3 id={id} className="text-sm">
        Last messages
      </h3>
      {messages.length === 0 && <p className="text-sm text-soft">None since Live was turned on.</p>}
      <ul className="divide-y divide-hairline rounded-md border border-hairline bg-well empty:hidden">
        {messages.map((message) => (
          <li key={message.id} className="grid gap-1 px-3 py-2 text-xs">
            <p className="flex justify-between gap-2 text-soft tabular-nums">
              <time dateTime={new Date(message.at).toISOString()}>{clockText(message.at)}</time>
              <span>
                QoS {message.qos}, {sizeText(message.bytes)}
              </span>
            </p>
            {message.topic !== topic && (
              <code className="wrap-anywhere">{visibleText(message.topic.slice(topic.length + 1))}</code>
            )}
            <pre className="line-clamp-6 whitespace-pre-wrap wrap-anywhere">
              {message.encoding === "base64" ? "bytes" : visibleText(message.payload)}
            </pre>
          </li>
        ))}
      </ul>
    </section>
  );
}
