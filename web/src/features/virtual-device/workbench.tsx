import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { deviceUsername } from "../../../../broker/contract/client.ts";
import type { Credential } from "../../../../worker/contract/credentials.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { proofOf, stateText } from "../../devices/delivery.ts";
import { DeliveryLine, Presence } from "../../devices/device-state.tsx";
import { Controls } from "../../devices/lazy-controls.tsx";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { generatedPassword, randomId } from "../../lib/random.ts";
import { useStore } from "../../lib/store.ts";
import { timeFormat } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { type Busy, Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/inputs/select.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { Board } from "./board.ts";
import { type BoardState, type LogLine, presenceBeside } from "./board-state.ts";
import { Esp32 } from "./esp32.tsx";
import { SensorsPanel } from "./sensors-panel.tsx";
import { virtualDevice } from "./virtual-device.ts";

/** Makes a credential for a virtual board. It needs no channels: a device may always read its control topic. */
const makeCredential = () =>
  call("createCredential", {
    body: {
      name: "Virtual device",
      username: `virtual-${randomId()}`,
      password: generatedPassword(),
      channels: [],
    },
  });

// Contains the QR code library; loaded on a press.
const PhoneLink = part(() => import("./phone-link.tsx"), { loading: null });

const PHASES: Record<BoardState["phase"], string> = {
  off: "No power",
  connecting: "Connecting…",
  connected: "Running",
  waiting: "Connection lost, trying again…",
};

interface WorkbenchProps {
  device: Device;
  known: boolean;
  devices: Device[];
  credentials: Credential[];
  values: ReactNode;
  celebration: ReactNode;
  onDevice(deviceId: string): void;
}

export function Workbench(props: WorkbenchProps) {
  const { device, known, devices, credentials, values, celebration, onDevice } = props;
  const { id: userId } = useUser();
  const client = useQueryClient();
  const played = virtualDevice(device.id);
  const { board } = played;
  const now = useStore(board.state);
  const reading = useStore(played.reading);
  const [credentialId, setCredentialId] = useState(played.credentialId ?? credentials[0]?.id ?? "");
  const lamp = useRef<HTMLDivElement>(null);
  const { busy, problem, run } = useFormCall({ fallback: "The credential could not be made.", done: null });
  const { phase, lit, frozen, log } = now;
  const off = phase === "off";

  const powerOn = () =>
    run(async () => {
      const picked = credentials.find(({ id }) => id === credentialId);
      const { id, username, password } = picked ?? (await makeCredential());
      played.credentialId = id;
      setCredentialId(id);
      if (!picked) await client.invalidateQueries({ queryKey: queryKeys.credentials });
      board.powerOn({ userId, deviceId: device.id, username: deviceUsername(device.id, username), password });
    });

  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Panel
        title="Board"
        aside={<span className="text-sm text-soft">{frozen ? "Hangs" : PHASES[phase]}</span>}
      >
        <div className="grid gap-4">
          <div ref={lamp} className="scroll-mt-20">
            <Esp32 lit={lit} values={now.values} powered={!off} />
          </div>
          <PowerButtons board={board} now={now} busy={busy} onPowerOn={powerOn} />
          <SwitchRow
            device={device}
            known={known}
            board={now}
            onPress={() => lamp.current?.scrollIntoView({ block: "nearest" })}
          />
          <Controls
            device={device}
            known={known}
            className="rounded-md border border-hairline px-4 empty:hidden"
          />
          {(problem.message || now.problem) && (
            <Note tone="stop">{problem.message || `Not connected: ${now.problem}`}</Note>
          )}
          {celebration}
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label="Device"
              value={device.id}
              options={devices.map(({ id, name }) => [id, name])}
              onChange={onDevice}
            />
            <SelectField
              label="Credential"
              value={credentialId}
              disabled={!off}
              options={[
                ...credentials.map(({ id, name, username }) => [id, `${name} (${username})`] as const),
                ["", "Make one for it"],
              ]}
              onChange={setCredentialId}
            />
          </div>
        </div>
      </Panel>
      <div className="grid content-start gap-5">
        <SensorsPanel
          deviceId={device.id}
          reading={reading}
          onTemperature={(value) => played.setTemperature(value)}
        />
        <Panel flush title="Serial log">
          <SerialLog lines={log} />
        </Panel>
        <Panel title="On your phone">
          <PhoneLink deviceId={device.id} />
        </Panel>
      </div>
      <div className="min-w-0 lg:col-span-2">{values}</div>
    </div>
  );
}

interface PowerButtonsProps {
  board: Board;
  now: BoardState;
  busy: Busy;
  onPowerOn(): void;
}

function PowerButtons({ board, now: { phase, frozen }, busy, onPowerOn }: PowerButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {phase === "off" ? (
        <Button look="primary" size="lg" busy={busy} className="max-sm:w-full" onClick={onPowerOn}>
          Power on
        </Button>
      ) : (
        <Button size="lg" className="max-sm:flex-1" onClick={() => board.powerOff()}>
          Power off
        </Button>
      )}
      {phase === "connected" && (
        <Button
          look="quiet"
          size="lg"
          className="max-sm:flex-1"
          aria-pressed={frozen}
          onClick={() => board.freeze(!frozen)}
        >
          {frozen ? "Let it run" : "Let it hang"}
        </Button>
      )}
    </div>
  );
}

interface SwitchRowProps {
  device: Device;
  known: boolean;
  board: BoardState;
  onPress(): void;
}

function SwitchRow({ device, known, board, onPress }: SwitchRowProps) {
  const { deliveryOf, press } = useSwitchDevice(known);
  const delivery = deliveryOf(device);
  const connected = presenceBeside(board, known ? device.connected : null);
  const proof = proofOf(device, known);
  const hint = connected === true ? "It takes a command at once." : "Power it on, then switch it.";
  return (
    <section
      aria-label="Switch"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline px-4 py-3"
    >
      <Switch
        on={device.state}
        proof={proof}
        pending={delivery?.phase === "sending"}
        namedBy="virtual-device-name"
        onPress={() => {
          onPress();
          press(device);
        }}
      />
      <div className="min-w-0 flex-1 basis-36">
        <Link
          id="virtual-device-name"
          to="/dashboard/devices/$deviceId"
          params={{ deviceId: device.id }}
          className="line-clamp-1 text-sm font-medium underline underline-offset-2 wrap-anywhere"
        >
          {device.name}
        </Link>
        <Presence connected={connected} never={device.last_seen === null} className="flex!" />
      </div>
      {/* The line is there at first, so that nothing below moves when the delivery takes the hint's place. */}
      <div className="grid min-h-4 w-full items-center text-xs text-soft">
        <DeliveryLine delivery={delivery} />
        {!delivery && <span>{proof === "waiting" ? stateText(device, proof) : hint}</span>}
      </div>
    </section>
  );
}

const timeText = timeFormat({
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** The board's output. Scrolls to the newest line unless the user has scrolled up. */
function SerialLog({ lines }: { lines: readonly LogLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest line is what is to be followed
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.at(-1)?.number]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Serial log"
      // A box that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="h-72 overflow-y-auto bg-well px-4 py-3 font-mono text-xs -outline-offset-2"
    >
      {lines.length === 0 && <p className="text-soft">Nothing printed yet.</p>}
      {lines.map(({ number, at, text }) => (
        <p key={number} className="flex gap-3">
          <time className="shrink-0 text-soft">{timeText(at)}</time>
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
      ))}
    </div>
  );
}
