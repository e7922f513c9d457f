import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Plug } from "lucide-react";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import { devicesQuery } from "../../api/queries.ts";
import { EditAndDelete } from "../../forms/dialogs/item-dialogs.tsx";
import { useUser } from "../../session/session.ts";
import { IconButton } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { Moment } from "../../ui/moment.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";
import { EVERYTHING, mayEverything, topicsOf, VIEWS } from "./may-do.ts";

interface CredentialsTableProps {
  credentials: Credential[];
  onConnect(credential: Credential): void;
  onRotate(credential: Credential): void;
  onEdit(credential: Credential): void;
  onDelete(credential: Credential): void;
}

export function CredentialsTable(props: CredentialsTableProps) {
  const { credentials } = props;
  const columns: Column<Credential>[] = [
    {
      title: "Name",
      className: "@4xl:min-w-28",
      cell: (credential) => (
        <span id={nameId(credential)} dir="auto" className="font-medium wrap-anywhere">
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
    { title: "Topics", cell: (credential) => <MayDo credential={credential} /> },
    { title: "Created", cell: ({ created_at }) => <Moment at={created_at} /> },
    { title: "Last Used", cell: (credential) => <LastUsed credential={credential} /> },
    {
      title: "Actions",
      className: "@4xl:w-40",
      cell: (credential) => <Actions credential={credential} {...props} />,
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

interface OfCredential {
  credential: Credential;
}

const nameId = ({ id }: Credential): string => `credential-${id}`;

function MayDo({ credential }: OfCredential) {
  const { id: userId } = useUser();
  return (
    <div className="grid gap-1">
      {mayEverything(credential) ? (
        <p>{EVERYTHING}</p>
      ) : (
        <TopicList topics={topicsOf(credential, userId)} limit={2} empty="No topics" />
      )}
      {credential.device && <IsDevice id={credential.device} />}
      <p className="text-xs text-soft">{VIEWS[credential.view]}</p>
    </div>
  );
}

function IsDevice({ id }: { id: string }) {
  const devices = useQuery(devicesQuery());
  const name = devices.data?.find((device) => device.id === id)?.name;
  return (
    <p className="text-xs text-soft wrap-anywhere">
      Topics of the device{" "}
      <Link
        to="/dashboard/devices/$deviceId"
        params={{ deviceId: id }}
        className="underline decoration-edge underline-offset-2 hover:text-ink hover:decoration-ink"
      >
        <bdi>{name}</bdi>
      </Link>
    </p>
  );
}

function LastUsed({ credential }: OfCredential) {
  const { last_used: used, old_password_until: until, old_password_last_used: oldUsed } = credential;
  return (
    <>
      {used ? <Moment at={used} /> : "Never"}
      {until && (
        <p className="mt-1 text-xs text-wait @4xl:max-w-40">
          Old password until <Moment at={until} />,{" "}
          {oldUsed ? (
            <>
              used <Moment at={oldUsed} />
            </>
          ) : (
            "unused"
          )}
        </p>
      )}
    </>
  );
}

type ActionsProps = OfCredential & Omit<CredentialsTableProps, "credentials">;

function Actions({ credential, onConnect, onRotate, onEdit, onDelete }: ActionsProps) {
  const named = nameId(credential);
  return (
    <div className="flex gap-1">
      <IconButton label="What to type in" namedBy={named} onClick={() => onConnect(credential)}>
        <Plug aria-hidden="true" />
      </IconButton>
      <IconButton label="New password" namedBy={named} onClick={() => onRotate(credential)}>
        <KeyRound aria-hidden="true" />
      </IconButton>
      <EditAndDelete
        namedBy={named}
        onEdit={() => onEdit(credential)}
        onDelete={() => onDelete(credential)}
      />
    </div>
  );
}
