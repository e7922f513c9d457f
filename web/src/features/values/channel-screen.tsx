import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channels.ts";
import { channelsQuery } from "../../api/queries.ts";
import { hearChannels } from "../../live/link.ts";
import { useUser } from "../../session/session.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { PageHeading } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { useTitle } from "../../ui/use-title.ts";
import type { ChartView } from "./chosen.ts";
import { Nothing } from "./nothing.tsx";

// As on a device's page.
const ValuesPanel = part(() => import("./values-panel.tsx"));

interface ChannelScreenProps {
  channelId: string;
  view: ChartView;
  onView(changed: ChartView): void;
}

export function ChannelScreen({ channelId, ...chart }: ChannelScreenProps) {
  const channels = useQuery(channelsQuery());
  return (
    <Loaded of={channels} failed="The channel could not be loaded.">
      {(list) => <Found channel={list.find(({ id }) => id === channelId)} {...chart} />}
    </Loaded>
  );
}

type ChartProps = Omit<ChannelScreenProps, "channelId">;

function Found({ channel, ...chart }: ChartProps & { channel: Channel | undefined }) {
  if (!channel) {
    return (
      <>
        <PageHeading>No such channel</PageHeading>
        <Note tone="wait">
          It was deleted, or belongs to another account.{" "}
          <Link to="/dashboard/mqtt/channels">All channels</Link>
        </Note>
      </>
    );
  }
  const paths = seriesPaths(channel);
  if (paths.length === 0) {
    return (
      <>
        <PageHeading>{channel.name}</PageHeading>
        <Note tone="wait">
          The values of this channel are not stored. <Link to="/dashboard/mqtt/channels">Edit it</Link> to set
          where its messages contain a number.
        </Note>
      </>
    );
  }
  return <Measured channel={channel} paths={paths} {...chart} />;
}

const seriesPaths = ({ series }: Channel): string[] => [series ?? []].flat().map(({ path }) => path);

function Measured({ channel, paths, ...chart }: ChartProps & { channel: Channel; paths: readonly string[] }) {
  const { id: userId } = useUser();
  const { id, topic } = channel;
  useEffect(() => {
    hearChannels([{ id, topic }]);
    return () => hearChannels([]);
  }, [id, topic]);
  useTitle(channel.name);
  return (
    <>
      <PageHeading above={<Breadcrumbs of={[{ text: "Channels", to: "/dashboard/mqtt/channels" }]} />}>
        {channel.name}
      </PageHeading>
      <div className="grid gap-5">
        <p className="text-sm text-soft">
          <code className="text-ink wrap-anywhere">{displayTopic(userId, topic)}</code>
          {channel.description && ` · ${channel.description}`}
        </p>
        <ValuesPanel
          source={{ channel: id }}
          pins={null}
          {...chart}
          empty={<Nothing topic={topic}>No values yet. {storedSentence(paths)}</Nothing>}
        />
      </div>
    </>
  );
}

function storedSentence(paths: readonly string[]): string {
  const [first, ...others] = paths;
  if (others.length > 0)
    return `The numbers at ${paths.join(", ")} of each message published here are stored and shown as charts.`;
  return first === ""
    ? "Numbers that are published here are stored and shown as a chart."
    : `The number at ${first} of each message published here is stored and shown as a chart.`;
}
