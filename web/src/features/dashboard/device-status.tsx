import { type QueryKey, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { listBefore } from "../../api/kept-answers.ts";
import { pinnedDevicesQuery } from "../../api/queries.ts";
import { proofOf } from "../../devices/delivery.ts";
import { DeliveryLine, Presence, StateBadge } from "../../devices/device-state.tsx";
import { Controls, valuesBesideControls } from "../../devices/lazy-controls.tsx";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import { type SwitchDevice, useSwitchDevice } from "../../devices/use-switch-device.ts";
import { ValueLine } from "../../devices/value-line.tsx";
import { ageText } from "../../devices/values.ts";
import { classNames } from "../../lib/class-names.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useAge } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { isMissing, Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { type DashboardTile, TILE_GRID, tileClass, tilesOf } from "./tiles.ts";

const ArrangeTiles = part(() => import("./arranging/arrange-tiles.tsx"));

/** Logs load failures to the console only: the dashboard's lists are refetched anyway. */
export function useErrorOnConsole(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(what, error);
  }, [what, error]);
}

export const SHOWN = 4;

export const panelLink = "py-0.5 text-sm font-medium underline underline-offset-2 hover:decoration-2";

/** When the earlier ones are unknown. */
const USUAL_PLACES = ["1", "2", "3"].map((id) => ({ id, value: null, size: "S" }) as const);

/** The places of the tiles, so that nothing below moves when they arrive. At least as high as "No devices". */
function Places({ list }: { list: QueryKey }) {
  const [places] = useState(() => {
    const devices = listBefore<Device>(list);
    return devices ? tilesOf(devices) : USUAL_PLACES;
  });
  return (
    <ul aria-hidden="true" className={classNames(TILE_GRID, "invisible min-h-30")}>
      {places.map((tile) => (
        <li key={tile.id} className={tileClass(tile)} />
      ))}
    </ul>
  );
}

/** `value` renders the tile of a value. */
export function DeviceStatus({ value }: { value(tile: DashboardTile): ReactNode }) {
  const query = pinnedDevicesQuery(SHOWN);
  const devices = useQuery({ ...query, refetchInterval: useRefresh() });
  const [arranging, setArranging] = useState(false);
  const known = useKnown(devices);
  const switching = useSwitchDevice(known);
  useErrorOnConsole("The devices could not be loaded.", devices.error);
  return (
    <Panel
      flush
      title="Device Status"
      // What follows would move by the difference: until then only its loading lines are shown.
      className={classNames(
        !isMissing(devices) && !devices.data && "[&~*]:invisible [&~*_[role=status]]:visible",
      )}
      aside={
        // its box stays where it is when the button comes
        <span className="flex min-h-8 flex-1 items-center justify-end gap-x-3 max-sm:gap-x-2">
          {devices.data?.length ? (
            <Button
              size="sm"
              aria-label={arranging ? undefined : "Arrange"}
              title="Arrange the tiles"
              className="max-sm:px-2!"
              onClick={() => setArranging(!arranging)}
            >
              {arranging ? (
                "Done"
              ) : (
                <>
                  <svg
                    viewBox="0 0 16 16"
                    className="size-4 sm:hidden"
                    fill="none"
                    stroke="currentColor"
                    aria-hidden="true"
                  >
                    <path
                      strokeWidth="1.5"
                      d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z"
                    />
                  </svg>
                  <span className="max-sm:hidden">Arrange</span>
                </>
              )}
            </Button>
          ) : null}
          <Link to="/dashboard/devices" className={classNames(panelLink, arranging && "max-sm:hidden")}>
            Manage devices
          </Link>
        </span>
      }
    >
      <div className={devices.data ? undefined : "grid *:[grid-area:1/1]"}>
        {devices.data ? null : <Places list={query.queryKey} />}
        <Loaded of={devices} loading="Loading Devices..." empty="No devices">
          {(list) =>
            arranging ? (
              <ArrangeTiles devices={list} />
            ) : (
              <ul className={TILE_GRID}>
                {tilesOf(list).map((tile) =>
                  tile.value ? (
                    <li key={tile.id} className={tileClass(tile)}>
                      {value(tile)}
                    </li>
                  ) : (
                    <DeviceTile key={tile.id} tile={tile} known={known} switching={switching} />
                  ),
                )}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Panel>
  );
}

interface DeviceTileProps {
  tile: DashboardTile;
  known: boolean;
  switching: SwitchDevice;
}

function DeviceTile({ tile, known, switching: { deliveryOf, press } }: DeviceTileProps) {
  const { device, size } = tile;
  const isLarge = size === "L";
  const hasControls = isLarge && device.controls.length > 0;
  const delivery = deliveryOf(device);
  const proof = proofOf(device, known);
  const nameId = `signal-${device.id}`;
  return (
    <li
      className={classNames(
        tileClass(tile),
        "flex flex-wrap items-center justify-between gap-x-3 py-2 pr-2 pl-3 text-sm sm:pr-3 sm:pl-4",
        hasControls && "md:flex-nowrap md:gap-x-6",
      )}
    >
      <div
        className={classNames(
          "grid min-w-0 flex-1 items-center gap-x-6 gap-y-0.5",
          isLarge && !hasControls && "md:grid-cols-[fit-content(60%)_minmax(0,1fr)]",
          hasControls && "md:flex-2",
        )}
      >
        <Link
          id={nameId}
          to="/dashboard/devices/$deviceId"
          params={{ deviceId: device.id }}
          title={device.name}
          dir="auto"
          className="line-clamp-1 justify-self-start font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
        >
          {device.name}
        </Link>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
          {/* The delivery of a switch takes the place of presence and badge: no tile grows. */}
          {!delivery && (
            <Presence connected={known ? device.connected : null} never={device.last_seen === null} />
          )}
          <span className={classNames("flex min-w-0", delivery && "hidden")}>
            <StateBadge device={device} holds={known} />
          </span>
          {!delivery && <Seen device={device} known={known} />}
          <DeliveryLine delivery={delivery} className="min-h-6" />
          {/* On a phone one a line, so that no line is added when a value gets longer. */}
          {device.shown_values === null && (
            <ValueLine
              values={isLarge ? valuesBesideControls(device) : device.values}
              className={classNames(
                "basis-full max-md:flex-col",
                "max-md:[&>li]:flex-nowrap max-md:[&>li>:first-child]:truncate max-md:[&>li>:nth-child(2)]:shrink-0",
              )}
            />
          )}
        </div>
      </div>
      {hasControls && (
        <Controls
          compact
          device={device}
          known={known}
          className="w-full min-w-0 pt-1 max-md:order-last md:w-auto md:flex-3 md:pt-0"
        />
      )}
      <Switch
        on={device.state}
        proof={proof}
        pending={delivery?.phase === "sending"}
        // The state stands in the badge, or in the switch while the delivery is in the badge's place.
        bare={!delivery}
        namedBy={nameId}
        onPress={() => press(device)}
      />
    </li>
  );
}

/** The last contact of a disconnected device. Empty for a connected or unknown one. */
function Seen({ device, known }: { device: Device; known: boolean }) {
  if (!known || device.connected || device.last_seen === null) return null;
  return <SeenAt at={device.last_seen} />;
}

const SeenAt = ({ at }: { at: string }) => (
  <time dateTime={at} title={preciseMomentText(at)} className="text-xs whitespace-nowrap text-soft">
    seen {ageText(useAge(at))}
  </time>
);
