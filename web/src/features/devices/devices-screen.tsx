import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Device } from "../../../../worker/contract/device.ts";
import { API_LIMITS } from "../../../../worker/contract/limits.ts";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { apiKeysQuery, devicesQuery, PRESENCE_REFRESH_MS } from "../../api/queries.ts";
import { SupportEmail } from "../../api/support-email.tsx";
import { useKnown } from "../../api/use-known.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { Empty, PageHeading, Panel } from "../../ui/panel.tsx";
import { DeleteDevice } from "./delete-device.tsx";
import { DeviceModal } from "./device-modal.tsx";
import { DevicesTable } from "./devices-table.tsx";

type Dialog = { kind: "none" } | { kind: "add" } | { kind: "edit" | "delete"; device: Device };

export function DevicesScreen() {
  const devices = useQuery({ ...devicesQuery(), refetchInterval: PRESENCE_REFRESH_MS });
  const known = useKnown(devices);
  const keys = useQuery(apiKeysQuery());
  const [dialog, setDialog] = useState<Dialog>({ kind: "none" });
  const close = () => setDialog({ kind: "none" });
  const keyless = keys.data?.length === 0;
  const ready = devices.data !== undefined && keys.data !== undefined && !keyless;

  return (
    <>
      <PageHeading
        actions={
          ready && (
            <>
              <Link to="/dashboard/devices/virtual" className={buttonClass()}>
                Try a virtual device
              </Link>
              <Button look="primary" onClick={() => setDialog({ kind: "add" })}>
                <Plus className="size-4" aria-hidden="true" />
                New
              </Button>
            </>
          )
        }
      >
        Devices
      </PageHeading>
      <div className="grid gap-5">
        <Note tone="wait" title="About Device Limits">
          A maximum of {API_LIMITS.MAX_DEVICES} devices can be created in this version. If you need more,
          please contact support: <SupportEmail />.
        </Note>
        {keyless && (
          <Note>
            <Link to="/dashboard/profile">{MESSAGES.noApiKey}</Link>
          </Note>
        )}
        <Panel flush>
          <Loaded
            of={devices}
            loading="Loading devices..."
            failed="Failed to load devices. Please try again."
          >
            {(list) =>
              list.length === 0 ? (
                <Empty>No devices found. Add your first device!</Empty>
              ) : (
                <DevicesTable
                  devices={list}
                  known={known}
                  onEdit={(device) => setDialog({ kind: "edit", device })}
                  onDelete={(device) => setDialog({ kind: "delete", device })}
                />
              )
            }
          </Loaded>
        </Panel>
      </div>
      <DeviceModal
        open={dialog.kind === "add" || dialog.kind === "edit"}
        device={dialog.kind === "edit" ? dialog.device : null}
        full={(devices.data?.length ?? 0) >= API_LIMITS.MAX_DEVICES}
        onClose={close}
      />
      <DeleteDevice device={dialog.kind === "delete" ? dialog.device : null} onClose={close} />
    </>
  );
}
