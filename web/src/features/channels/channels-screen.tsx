import { useQuery } from "@tanstack/react-query";
import { Plus, SquareTerminal } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Channel } from "../../../../worker/contract/channel.ts";
import { channelsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Modal } from "../../ui/modal.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { partOnPress } from "../../ui/part-on-press.ts";
import { useListDialog } from "../../ui/use-list-dialog.ts";
import { ChannelsTable } from "./channels-table.tsx";
import { DeleteChannel } from "./delete-channel.tsx";

// Most visits only look at the list.
const ChannelForm = partOnPress(() => import("./channel-form.tsx"));

interface ChannelsScreenProps {
  testingTool: ReactNode;
  testing: boolean;
}

export function ChannelsScreen({ testingTool, testing: atFirst }: ChannelsScreenProps) {
  const channels = useQuery(channelsQuery());
  const [testing, setTesting] = useState(atFirst);
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
      <Modal
        open={dialog.isForm}
        title={dialog.edited ? "Edit Channel" : "Add Channel"}
        onClose={dialog.close}
      >
        <ChannelForm channel={dialog.edited} onClose={dialog.close} />
      </Modal>
      <DeleteChannel channel={dialog.deleted} onClose={dialog.close} />
    </>
  );
}
