import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Credential } from "../../../../worker/contract/credential.ts";
import { momentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { CopyField } from "../../ui/copy.tsx";
import { EditAndDelete } from "../../ui/edit-and-delete.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";

interface CredentialsTableProps {
  credentials: Credential[];
  onEdit(credential: Credential): void;
  onDelete(credential: Credential): void;
}

export function CredentialsTable({ credentials, onEdit, onDelete }: CredentialsTableProps) {
  const { id: userId } = useUser();
  const columns: Column<Credential>[] = [
    {
      title: "Name",
      cell: (credential) => (
        <span id={`credential-${credential.id}`} className="font-medium wrap-anywhere">
          {credential.name}
        </span>
      ),
    },
    {
      title: "Username",
      className: "@4xl:w-40",
      cell: (credential) => (
        <CopyField value={credential.username} label={`username of ${credential.name}`} />
      ),
    },
    {
      title: "Topics",
      cell: (credential) => (
        <TopicList
          topics={credential.channels.map((channel) => displayTopic(userId, channel.topic))}
          limit={2}
          empty="No topics"
        />
      ),
    },
    {
      title: "Created",
      className: "whitespace-nowrap",
      cell: (credential) => <time dateTime={credential.created_at}>{momentText(credential.created_at)}</time>,
    },
    {
      title: "Last Used",
      className: "whitespace-nowrap",
      cell: ({ last_used }) =>
        last_used ? <time dateTime={last_used}>{momentText(last_used)}</time> : "Never",
    },
    {
      title: "Actions",
      className: "@4xl:w-24",
      cell: (credential) => (
        <div className="flex gap-1">
          <EditAndDelete
            describedBy={`credential-${credential.id}`}
            onEdit={() => onEdit(credential)}
            onDelete={() => onDelete(credential)}
          />
        </div>
      ),
    },
  ];
  return (
    <Table
      label="MQTT Credentials"
      columns={columns}
      rows={credentials}
      rowKey={(credential) => credential.id}
    />
  );
}
