import { Link } from "@tanstack/react-router";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channel.ts";
import { momentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { EditAndDelete } from "../../ui/edit-and-delete.tsx";
import { type Column, Table } from "../../ui/table.tsx";

interface ChannelsTableProps {
  channels: Channel[];
  onEdit(channel: Channel): void;
  onDelete(channel: Channel): void;
}

export function ChannelsTable({ channels, onEdit, onDelete }: ChannelsTableProps) {
  const { id: userId } = useUser();
  const columns: Column<Channel>[] = [
    {
      title: "Name",
      cell: (channel) => (
        <span id={`channel-${channel.id}`} dir="auto" className="font-medium wrap-anywhere">
          {channel.series ? (
            <Link
              to="/dashboard/mqtt/channels/$channelId"
              params={{ channelId: channel.id }}
              className="underline decoration-edge underline-offset-2 hover:decoration-ink"
            >
              {channel.name}
            </Link>
          ) : (
            channel.name
          )}
        </span>
      ),
    },
    {
      title: "Topic",
      cell: (channel) => <code className="text-xs wrap-anywhere">{displayTopic(userId, channel.topic)}</code>,
    },
    {
      title: "Description",
      cell: (channel) =>
        channel.description === "" ? null : (
          <span dir="auto" className="text-soft wrap-anywhere">
            {channel.description}
          </span>
        ),
    },
    {
      title: "Created",
      className: "whitespace-nowrap",
      cell: (channel) => <time dateTime={channel.created_at}>{momentText(channel.created_at)}</time>,
    },
    {
      title: "Actions",
      className: "@4xl:w-24",
      cell: (channel) => (
        <div className="flex gap-1">
          <EditAndDelete
            describedBy={`channel-${channel.id}`}
            onEdit={() => onEdit(channel)}
            onDelete={() => onDelete(channel)}
          />
        </div>
      ),
    },
  ];
  return <Table label="MQTT Channels" columns={columns} rows={channels} rowKey={(channel) => channel.id} />;
}
