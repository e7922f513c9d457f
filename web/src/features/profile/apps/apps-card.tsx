import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { API_LIMITS } from "../../../../../worker/contract/api-limits.ts";
import type { App } from "../../../../../worker/contract/apps.ts";
import { call } from "../../../api/call.ts";
import { devicesQuery } from "../../../api/queries.ts";
import { ConfirmCall } from "../../../forms/dialogs/confirm-call.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Table } from "../../../ui/table.tsx";
import { sentenceOf } from "../tokens/scopes.ts";
import { isSwitching } from "./choices.ts";

/** Here and not in `api`, which every screen loads. */
const APPS = ["apps"];

export function AppsCard() {
  const apps = useQuery({ queryKey: APPS, queryFn: () => call("listApps") });
  const [ending, setEnding] = useState<App | null>(null);
  return (
    <Panel flush title="Apps">
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        An app, such as Claude or ChatGPT, logged in for your account and may do what you allowed. You can
        have {API_LIMITS.MAX_APPS.default}.
      </p>
      <Loaded
        of={apps}
        failed="Failed to load apps. Please try again."
        empty="No apps yet. Add the address that ends in /mcp to your assistant, and it asks you here."
      >
        {(list) => <AppsTable apps={list} onEnd={setEnding} />}
      </Loaded>
      <ConfirmCall
        of={ending}
        title="End App"
        confirm="End"
        name={({ name }) => name}
        make={({ id }) => call("deleteApp", { id })}
        changes={[APPS]}
        fallback="Failed to end the app. Please try again."
        done="App ended."
        onClose={() => setEnding(null)}
      >
        End this app? It can do nothing more until you connect it again.
      </ConfirmCall>
    </Panel>
  );
}

function AppsTable({ apps, onEnd }: { apps: App[]; onEnd(app: App): void }) {
  const devices = useQuery(devicesQuery()).data ?? [];
  const deviceName = (id: string) => devices.find((device) => device.id === id)?.name;
  return (
    <Table
      label="Apps"
      rows={apps}
      rowKey={({ id }) => id}
      columns={[
        {
          title: "Name",
          cell: ({ id, name, host }) => (
            <>
              <span id={`app-${id}`} dir="auto" className="font-medium wrap-anywhere">
                {name}
              </span>
              <p className="text-xs text-soft wrap-anywhere">{host}</p>
            </>
          ),
        },
        {
          title: "May",
          cell: ({ scopes, asks_first: asksFirst }) => (
            <ul className="grid gap-0.5">
              {scopes.map((scope) => (
                <li key={scope} className="wrap-anywhere">
                  {sentenceOf(scope.replace(/:#$/, ""), deviceName)}
                  {asksFirst && isSwitching(scope) && ", after asking you"}
                </li>
              ))}
            </ul>
          ),
        },
        { title: "Last Used", cell: ({ last_used_at: used }) => (used ? <Moment at={used} /> : "Never") },
        {
          title: "Actions",
          className: "@4xl:w-24",
          cell: (app) => (
            <Button size="sm" className="touch" aria-describedby={`app-${app.id}`} onClick={() => onEnd(app)}>
              End
            </Button>
          ),
        },
      ]}
    />
  );
}
