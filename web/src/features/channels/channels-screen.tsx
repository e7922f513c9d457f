import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Channel } from "../../../../worker/contract/channels.ts";
import { call } from "../../api/call.ts";
import { channelsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { EditAndDelete, ItemDialogs } from "../../forms/dialogs/item-dialogs.tsx";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { useOpenedBy } from "../../ui/dialogs/use-opened-by.ts";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Moment } from "../../ui/moment.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { HistoryPanel } from "./history-panel.tsx";

// Loaded on a press: most visits only read the list.
const ChannelForm = part(() => import("./channel-form.tsx"));

interface ChannelsScreenProps {
  testingTool: ReactNode;
  /** Whether the address opens the testing tool. */
  testing: boolean;
  /** Takes that out of the address. */
  onTested(): void;
}

export function ChannelsScreen({ testingTool, testing: isNamed, onTested }: ChannelsScreenProps) {
  const channels = useQuery(channelsQuery());
  const [testing, setTesting] = useOpenedBy(isNamed, onTested);
  const dialog = useListDialog<Channel>();
  return (
    <>
      <PageHeading
        actions={
          <>
            <Button aria-expanded={testing} onClick={() => setTesting(!testing)}>
              <SquareTerminal className="size-4" aria-hidden="true" />
              {testing ? "Close Testing Tool" : "Open Testing Tool"}
            </Button>
            <Button look="primary" onClick={dialog.add}>
              <Plus className="size-4" aria-hidden="true" />
              Add Channel
            </Button>
          </>
        }
      >
        MQTT Channels
      </PageHeading>
      <p className="mb-5 text-sm text-soft">
        A channel gives a topic a name. A topic, such as <code>home/lamp</code>, is the address of a message.
      </p>
      {testing && <div className="mb-5">{testingTool}</div>}
      <Panel flush>
        <Loaded
          of={channels}
          failed="Failed to load MQTT channels. Please try again."
          empty="No MQTT channels found. Add your first channel!"
        >
          {(list) => <ChannelsTable channels={list} onEdit={dialog.edit} onDelete={dialog.remove} />}
        </Loaded>
      </Panel>
      {/* behind the list, which would move it down */}
      {!channels.isPending && <HistoryPanel />}
      <ItemDialogs
        of={dialog}
        noun="Channel"
        form={(channel) => <ChannelForm channel={channel} onClose={dialog.close} />}
        deletion={{
          make: ({ id }) => call("deleteChannel", { id }),
          // the server also removes it from every device and credential
          changes: [queryKeys.channels, queryKeys.devices, queryKeys.credentials],
          fallback: "Failed to delete channel. Please try again.",
          question: "Are you sure you want to delete this channel?",
        }}
      />
    </>
  );
}

interface ChannelsTableProps {
  channels: Channel[];
  onEdit(channel: Channel): void;
  onDelete(channel: Channel): void;
}

/** Each has a column. `id` is the key of the row, and a channel with `series` has a link to its values. */
type ShownField = Exclude<keyof Channel, "id" | "series">;

function ChannelsTable({ channels, onEdit, onDelete }: ChannelsTableProps) {
  const { id: userId } = useUser();
  const columns: Record<ShownField | "actions", Column<Channel>> = {
    name: {
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
    topic: {
      title: "Topic",
      cell: (channel) => <code className="text-xs wrap-anywhere">{displayTopic(userId, channel.topic)}</code>,
    },
    description: {
      title: "Description",
      cell: (channel) =>
        channel.description === "" ? null : (
          <span dir="auto" className="text-soft wrap-anywhere">
            {channel.description}
          </span>
        ),
    },
    created_at: {
      title: "Created",
      className: "whitespace-nowrap",
      cell: (channel) => <Moment at={channel.created_at} />,
    },
    actions: {
      title: "Actions",
      className: "@4xl:w-24",
      cell: (channel) => (
        <div className="flex gap-1">
          <EditAndDelete
            namedBy={`channel-${channel.id}`}
            onEdit={() => onEdit(channel)}
            onDelete={() => onDelete(channel)}
          />
        </div>
      ),
    },
  };
  return (
    <Table
      label="MQTT Channels"
      columns={Object.values(columns)}
      rows={channels}
      rowKey={(channel) => channel.id}
    />
  );
}
