import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { afterPaint, useChosen } from "../../lib/press.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { focusOn } from "../../ui/focus.ts";
import { Input } from "../../ui/inputs/field.tsx";
import { Lamp } from "../../ui/lamp.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Empty, Loaded } from "../../ui/loading/loaded.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { Sign } from "../../ui/sign.tsx";
import { DeleteTopics } from "./delete-topics.tsx";
import { LiveBar } from "./live-bar.tsx";
import type { Removal } from "./removal.ts";
import { RowAside } from "./row-aside.tsx";
import { TopicDetail } from "./topic-detail.tsx";
import { TopicTree } from "./topic-tree.tsx";
import { keyOf, nodeOf, type TreeRow } from "./tree.ts";
import { type Live, useLive } from "./use-live.ts";
import { TOPICS_KEY, type TopicList, topicsQuery } from "./use-topics.ts";
import { type Tree, useTree } from "./use-tree.ts";

/** Not of the icon library: an icon of two screens is loaded with the first one. */
const ROUND_ARROW = "M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.8v2.7h-2.7";
/** Ages are shown in steps. */
const AGE_MS = 10_000;
/** Messages that come on the topic beside the tree may change what is retained: read again at most so often. */
const FOLLOW_MS = 5_000;

const NONE: TopicList["messages"] = [];

interface TopicsScreenProps {
  /** The topic beside the tree; null for none. */
  topic: string | null;
  /** `replace`: the address changes without a step back. */
  onTopic(topic: string | null, replace: boolean): void;
}

export function TopicsScreen({ topic, onTopic }: TopicsScreenProps) {
  const list = useQuery(topicsQuery());
  const client = useQueryClient();
  const [filter, setFilter] = useState<string | null>(null);
  const live = useLive(filter, list.data?.messages ?? NONE);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: TOPICS_KEY });
  return (
    <>
      <PageHeading
        actions={
          <>
            <Button
              size="sm"
              className="touch"
              aria-pressed={filter !== null}
              // replays of retained messages are told by the topics of the list
              busy={list.data === undefined && "waiting"}
              onClick={() => setFilter(filter === null ? "#" : null)}
            >
              <Lamp tone={filter === null ? "idle" : "go"} />
              Live
            </Button>
            <Button size="sm" className="touch" busy={list.isFetching} onClick={refresh}>
              {!list.isFetching && <Sign d={ROUND_ARROW} className="size-4" />}
              Refresh
            </Button>
          </>
        }
      >
        Topics
      </PageHeading>
      {filter !== null && <LiveBar live={live} filter={filter} onFilter={setFilter} />}
      <Panel flush>
        <Loaded of={list} loading="Loading the topics..." failed="The topics could not be loaded.">
          {(loaded) => (
            <Topics list={loaded} live={live} topic={topic} onTopic={onTopic} onRemove={setRemoval} />
          )}
        </Loaded>
      </Panel>
      <DeleteTopics removal={removal} onClose={() => setRemoval(null)} />
    </>
  );
}

interface TopicsProps extends TopicsScreenProps {
  list: TopicList;
  live: Live;
  onRemove(removal: Removal): void;
}

function Topics({ list, live, topic, onTopic, onRemove }: TopicsProps) {
  const [chosen, choose] = useChosen(topic);
  const [active, setActive] = useState<string | null>(topic === null ? null : keyOf(topic));
  const tree = useTree(list, live, topic);
  const follow = useFollowed(chosen, live);
  const show = (next: string | null) => {
    choose(next);
    if (next !== null) setActive(keyOf(next));
    // from topic to topic is no step: a step back shows the tree
    const isStep = chosen === null || next === null;
    afterPaint(() => onTopic(next, !isStep));
  };
  const back = () => {
    show(null);
    afterPaint(() => focusOn(document.querySelector<HTMLElement>("[role=tree]")));
  };
  return (
    <div className="grid min-w-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <TreePane
        tree={tree}
        live={live}
        isCut={list.isCut}
        active={active}
        chosen={chosen}
        onActive={setActive}
        onChoose={show}
        onRemove={onRemove}
      />
      {chosen === null ? (
        <div className="grid place-items-center max-lg:hidden">
          <Empty>Choose a topic to see its message</Empty>
        </div>
      ) : (
        <TopicDetail
          key={chosen}
          topic={chosen}
          below={nodeOf(tree.keys, chosen)?.below ?? 0}
          live={live}
          follow={follow}
          onBack={back}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}

interface TreePaneProps {
  tree: Tree;
  live: Live;
  /** There are more topics than the page loads. */
  isCut: boolean;
  active: string | null;
  chosen: string | null;
  onActive(key: string): void;
  onChoose(topic: string): void;
  onRemove(removal: Removal): void;
}

/** Search and tree. On a narrow window the chosen topic takes their place. */
function TreePane(props: TreePaneProps) {
  const { tree, live, isCut, active, chosen, onActive, onChoose, onRemove } = props;
  const { messages, keys, found, rows, search, isSearch } = tree;
  const now = useNow(AGE_MS);
  const aside = ({ topic }: TreeRow): ReactNode => (
    <RowAside message={messages.get(topic)} live={live.topics.topics.get(topic)} now={now} />
  );
  return (
    <div
      className={classNames(
        "flex min-w-0 flex-col border-hairline lg:border-r",
        chosen !== null && "max-lg:hidden",
      )}
    >
      <div className="flex items-center gap-3 border-b border-hairline p-3">
        <Input
          type="search"
          aria-label="Search topics"
          placeholder="Search topics"
          maxLength={200}
          value={search}
          onChange={({ target }) => tree.onSearch(target.value)}
          className="min-w-0 flex-1"
        />
        <p role="status" className="shrink-0 text-xs text-soft tabular-nums">
          {countText(found.length, keys.length, isSearch)}
        </p>
      </div>
      {isCut && (
        <Note tone="wait" className="m-3">
          There are more topics than this page shows. The API lists all of them.
        </Note>
      )}
      {rows.length === 0 ? (
        <Empty>{isSearch ? "No topic matches" : NOTHING}</Empty>
      ) : (
        <TopicTree
          rows={rows}
          active={active}
          chosen={chosen}
          className="h-[calc(100dvh-17rem)] min-h-80"
          aside={aside}
          onActive={onActive}
          onChoose={onChoose}
          onOpen={tree.onOpen}
          onClose={tree.onClose}
          onRemove={onRemove}
        />
      )}
    </div>
  );
}

const NOTHING =
  "No retained messages yet. A message that is published with Retain stays here as the last one of its topic. Live shows all others as they come.";

function countText(found: number, all: number, isSearch: boolean): string {
  const topics = all === 1 ? "1 topic" : `${all.toLocaleString("en-US")} topics`;
  return isSearch ? `${found.toLocaleString("en-US")} of ${topics}` : topics;
}

/** A number that changes when the retained message of the topic may have changed. */
function useFollowed(topic: string | null, { topics, version }: Live): number {
  const [followed, setFollowed] = useState(0);
  const last = topic === null ? 0 : (topics.topics.get(topic)?.last.id ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repaint without a newer message changes nothing
  useEffect(() => {
    if (last === followed) return;
    const timer = setTimeout(() => setFollowed(last), followed === 0 ? 0 : FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [last > followed, version]);
  return followed;
}
