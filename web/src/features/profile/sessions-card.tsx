import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenSession } from "../../../../worker/contract/account.ts";
import { call } from "../../api/call.ts";
import { sessionsQuery } from "../../api/queries.ts";
import { ConfirmCall } from "../../forms/dialogs/confirm-call.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Table } from "../../ui/table.tsx";

const PasswordForm = part(() => import("./password-form.tsx"));

/** Where the account is signed in, and how to end that. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery());
  const [ending, setEnding] = useState<OpenSession | null>(null);
  const [changing, setChanging] = useState(false);
  return (
    <Panel
      flush
      title="Signed in"
      aside={
        <Button size="sm" className="touch" onClick={() => setChanging(true)}>
          Change Password
        </Button>
      }
    >
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        These browsers and programs are signed in to your account. End any that you do not recognise, then
        change your password and generate a new API key: a signed-in browser can read the old one.
      </p>
      <Loaded of={sessions} failed="Failed to load your sessions. Please try again.">
        {(list) => <SessionsTable sessions={list} onEnd={setEnding} />}
      </Loaded>
      <Modal open={changing} title="Change Password" onClose={() => setChanging(false)}>
        <PasswordForm onClose={() => setChanging(false)} />
      </Modal>
      <ConfirmCall
        of={ending}
        title="End Session"
        confirm="End"
        name={({ browser }) => browser}
        make={({ id }) => call("deleteSession", { id })}
        changes={[sessionsQuery().queryKey]}
        fallback="Failed to end the session. Please try again."
        done="Session ended."
        onClose={() => setEnding(null)}
      >
        End this session? Its browser is signed out at once.
      </ConfirmCall>
    </Panel>
  );
}

interface SessionsTableProps {
  sessions: OpenSession[];
  onEnd(session: OpenSession): void;
}

function SessionsTable({ sessions, onEnd }: SessionsTableProps) {
  return (
    <Table
      label="Sessions"
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Browser",
          cell: ({ id, browser }) => (
            <span id={`session-${id}`} className="font-medium">
              {browser}
            </span>
          ),
        },
        { title: "Signed In", cell: ({ created_at: at }) => <Moment at={at} /> },
        // The server writes it once an hour: for this browser it would be an hour that is over.
        {
          title: "Last Used",
          cell: ({ current, last_used_at: at }) => (current ? "Now" : <Moment at={at} />),
        },
        {
          title: "Actions",
          className: "@4xl:w-32",
          cell: (session) =>
            session.current ? (
              <span className="text-soft">This browser</span>
            ) : (
              <Button size="sm" namedBy={`session-${session.id}`} onClick={() => onEnd(session)}>
                End
              </Button>
            ),
        },
      ]}
    />
  );
}
