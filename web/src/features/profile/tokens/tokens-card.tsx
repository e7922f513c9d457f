import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { API_LIMITS } from "../../../../../worker/contract/api-limits.ts";
import type { Token } from "../../../../../worker/contract/tokens.ts";
import { call } from "../../../api/call.ts";
import { devicesQuery, tokensQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { ItemDialogs } from "../../../forms/dialogs/item-dialogs.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useListDialog } from "../../../ui/dialogs/use-list-dialog.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { part } from "../../../ui/loading/part.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Table } from "../../../ui/table.tsx";
import { sentenceOf } from "./scopes.ts";

const TokenForm = part(() => import("./token-form.tsx"));

export function TokensCard() {
  const tokens = useQuery(tokensQuery());
  const dialog = useListDialog<Token>();
  return (
    <Panel
      flush
      title="Tokens"
      aside={
        <Button size="sm" className="touch" onClick={dialog.add}>
          <Plus className="size-4" aria-hidden="true" />
          New Token
        </Button>
      }
    >
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        A token lets a program use the API or MQTT in your name, and do only what you choose. You can have{" "}
        {API_LIMITS.MAX_TOKENS.default}.
      </p>
      <Loaded
        of={tokens}
        failed="Failed to load tokens. Please try again."
        empty="No tokens yet. Make one for each program that uses your account."
      >
        {(list) => <TokensTable tokens={list} onDelete={dialog.remove} />}
      </Loaded>
      <ItemDialogs
        of={dialog}
        noun="Token"
        wide
        title="New Token"
        form={() => <TokenForm onClose={dialog.close} />}
        deletion={{
          make: ({ id }) => call("deleteToken", { id }),
          changes: [queryKeys.tokens],
          fallback: "Failed to delete the token. Please try again.",
          question: "Delete this token? Every program that uses it is disconnected at once.",
          isAtOnce: true,
        }}
      />
    </Panel>
  );
}

function TokensTable({ tokens, onDelete }: { tokens: Token[]; onDelete(token: Token): void }) {
  const devices = useQuery(devicesQuery()).data ?? [];
  const deviceName = (id: string) => devices.find((device) => device.id === id)?.name;
  return (
    <Table
      label="Tokens"
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Name",
          cell: ({ id, name }) => (
            <span id={`token-${id}`} dir="auto" className="font-medium wrap-anywhere">
              {name}
            </span>
          ),
        },
        {
          title: "May",
          cell: ({ scopes }) => (
            <ul className="grid gap-0.5">
              {scopes.map((scope) => (
                <li key={scope} className="wrap-anywhere">
                  {sentenceOf(scope, deviceName)}
                </li>
              ))}
            </ul>
          ),
        },
        { title: "Ends", cell: ({ expires_at: end }) => <End at={end} /> },
        {
          title: "Last Used",
          cell: ({ last_used_at: used, last_address: address }) => (
            <>
              {used ? <Moment at={used} /> : "Never"}
              {address && <p className="text-xs text-soft wrap-anywhere">from {address}</p>}
            </>
          ),
        },
        {
          title: "Actions",
          className: "@4xl:w-20",
          cell: (token) => (
            <IconButton label="Delete" namedBy={`token-${token.id}`} onClick={() => onDelete(token)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          ),
        },
      ]}
    />
  );
}

function End({ at }: { at: string | null }) {
  if (at === null) return "Never";
  const isOver = Date.parse(at) <= Date.now();
  return (
    <span className={isOver ? "text-stop" : undefined}>
      {isOver && "Expired "}
      <Moment at={at} />
    </span>
  );
}
