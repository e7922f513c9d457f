import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { PAGE_MESSAGES } from "../../../../worker/contract/sentences.ts";
import { SupportEmail } from "../../account/support-email.tsx";
import { apiKeysQuery, devicesQuery, usageQuery } from "../../api/queries.ts";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import type { ListSearch } from "../../lib/link-search.ts";
import { isolated } from "../../lib/words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Modal, ModalActions } from "../../ui/dialogs/modal.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { DeleteDevices } from "./delete-devices.tsx";
import { DevicesList, MANY } from "./devices-list.tsx";
import { FoundPanel } from "./discovered-panel.tsx";

/** The limit of devices; 0: no limit; undefined: not loaded. */
/** The account's own limit: an operator may have changed it. */
const useMaxDevices = (): number | undefined => useQuery(usageQuery()).data?.limits.devices;

interface DevicesScreenProps {
  search: ListSearch;
  /** The button that shares the selected devices. */
  share(devices: readonly Device[]): ReactNode;
  onSearch(search: ListSearch): void;
}

export function DevicesScreen({ search, share, onSearch }: DevicesScreenProps) {
  const devices = useQuery({ ...devicesQuery(), refetchInterval: useRefresh() });
  const known = useKnown(devices);
  const keys = useQuery(apiKeysQuery());
  const dialog = useListDialog<Device>();
  const [added, setAdded] = useState<Device | null>(null);
  const max = useMaxDevices();
  const keyless = keys.data?.length === 0;
  // The heading of a long list leaves its first phone screen to devices.
  const isLong = (devices.data?.length ?? 0) >= MANY;
  const ready = devices.data !== undefined && keys.data !== undefined && !keyless;

  return (
    <>
      <PageHeading
        actions={
          ready && (
            <>
              <Link
                to="/dashboard/devices/virtual"
                className={buttonClass("secondary", "md", isLong ? "max-sm:hidden" : undefined)}
              >
                Try a virtual device
              </Link>
              <Button look="primary" onClick={dialog.add}>
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
        {keyless && (
          <Note>
            <Link to="/dashboard/profile">{PAGE_MESSAGES.noApiKey}</Link>
          </Note>
        )}
        {added && <NextStep device={asItIsNow(added, devices.data)} onDismiss={() => setAdded(null)} />}
        <Panel flush>
          <Loaded
            of={devices}
            loading="Loading devices..."
            failed="Failed to load devices. Please try again."
            empty="No devices found. Add your first device!"
          >
            {(list) => (
              <DevicesList
                devices={list}
                known={known}
                search={search}
                share={share}
                onSearch={onSearch}
                onEdit={dialog.edit}
                onDelete={dialog.remove}
              />
            )}
          </Loaded>
        </Panel>
        {/* Only after the list, which would push them down. */}
        {!devices.isPending && (
          <>
            <FoundPanel />
            {max !== undefined && max !== 0 && (
              <Note tone={placesLeft(devices.data, max) <= 2 ? "wait" : "idle"} title="About Device Limits">
                A maximum of {max} devices can be created in this version. If you need more, please contact
                support: <SupportEmail />.
              </Note>
            )}
          </>
        )}
      </div>
      <DeviceModal
        open={dialog.isForm}
        device={dialog.edited && asItIsNow(dialog.edited, devices.data)}
        full={max && placesLeft(devices.data, max) <= 0 ? max : null}
        onClose={dialog.close}
        onAdded={setAdded}
      />
      <DeleteDevices of={dialog.deleted && [dialog.deleted]} onClose={dialog.close} />
    </>
  );
}

/** Discovered devices have their own limit. */
const placesLeft = (list: Device[] | undefined, max: number): number =>
  list === undefined ? max : max - list.filter(({ kind }) => kind === "own").length;

/** The current state of the device; if it was deleted, the last known one. */
const asItIsNow = (device: Device, list: Device[] | undefined): Device =>
  list?.find(({ id }) => id === device.id) ?? device;

interface NextStepProps {
  device: Device;
  onDismiss(): void;
}

/** What a new device needs, until it has been connected. */
function NextStep({ device: { id, name, last_seen }, onDismiss }: NextStepProps) {
  if (last_seen !== null) return null;
  return (
    <Note tone="go" live title={`${isolated(name)} is added. Connect it next.`}>
      <span className="mt-2 flex flex-wrap gap-2">
        <Link
          to="/dashboard/devices/$deviceId"
          params={{ deviceId: id }}
          search={{ connect: true }}
          className={buttonClass("primary", "md", "touch no-underline!")}
        >
          Connect it
        </Link>
        <Link
          to="/dashboard/devices/virtual"
          search={{ device: id }}
          className={buttonClass("secondary", "md", "touch no-underline!")}
        >
          Play it on this page
        </Link>
        <Button look="quiet" className="touch" onClick={onDismiss}>
          Later
        </Button>
      </span>
    </Note>
  );
}

// Loaded on a press: most visits only read the list.
const DeviceForm = part(() => import("./device-form.tsx"));

interface DeviceModalProps {
  open: boolean;
  device: Device | null;
  full: number | null;
  onClose(): void;
  onAdded(device: Device): void;
}

function DeviceModal({ open, device, full, onClose, onAdded }: DeviceModalProps) {
  const refused = full !== null && device === null;
  const title = refused ? PAGE_MESSAGES.tooManyDevices(full) : device ? "Edit Device" : "Add New Device";
  return (
    <Modal open={open} title={title} onClose={onClose}>
      {refused ? (
        <>
          <p className="text-sm">
            Delete one that you do not need any more, or write to <SupportEmail />.
          </p>
          <ModalActions>
            <Button onClick={onClose}>Cancel</Button>
          </ModalActions>
        </>
      ) : (
        <DeviceForm device={device} onClose={onClose} onAdded={onAdded} />
      )}
    </Modal>
  );
}
