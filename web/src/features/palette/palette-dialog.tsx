import { REFERENCE_PATH } from "virtual:public-calls";
import * as Dialog from "@radix-ui/react-dialog";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { BookOpen, Power, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { apiUrl } from "../../api/client.ts";
import { devicesQuery } from "../../api/queries.ts";
import { StateBadge } from "../../devices/device-state.tsx";
import { reportSwitch } from "../../devices/switch-device.ts";
import { useKnown } from "../../devices/use-known.ts";
import { hasEveryWord } from "../../lib/words.ts";
import { useOpener } from "../../ui/dialogs/modal.tsx";
import { Veil } from "../../ui/dialogs/veil.tsx";
import { type Destination, isMac, TITLE } from "./destination.ts";

const deviceWords = ({ name, room, state }: Device): string[] => [
  "turn",
  state ? "off" : "on",
  "switch",
  name,
  room,
];
const screenWords = ({ text }: Destination): string[] => ["go to", text];

const DEVICE = "device ";
const REFERENCE = "API Reference";

const boxClass =
  "fixed inset-x-2 top-[8vh] z-50 mx-auto flex max-h-[80dvh] max-w-lg animate-appear flex-col overflow-hidden " +
  "rounded-lg border border-hairline bg-panel shadow-lift";

interface PaletteDialogProps {
  destinations: Destination[];
  onClose(): void;
}

/** Opens screens and devices. Only Ctrl+Enter switches, with a hint beside the device. */
export default function PaletteDialog({ destinations, onClose }: PaletteDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const answer = useQuery(devicesQuery());
  const known = useKnown(answer);
  const devices = answer.data ?? [];
  const [marked, setMarked] = useState("");
  const { giveBack } = useOpener(true);
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const switchMarked = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(isMac ? event.metaKey : event.ctrlKey)) return;
    event.preventDefault();
    const device = devices.find(({ id }) => marked === `${DEVICE}${id}`);
    if (device) choose(() => void reportSwitch(client, device, device.state ? "off" : "on"))();
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          data-palette
          className={boxClass}
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
        >
          <Dialog.Title className="sr-only">{TITLE}</Dialog.Title>
          <Command
            loop
            vimBindings={false}
            label="Commands"
            filter={(_value, typed, words = []) => (hasEveryWord(typed, words.join(" ")) ? 1 : 0)}
            className="flex min-h-0 flex-col"
            value={marked}
            onValueChange={setMarked}
            onKeyDown={switchMarked}
          >
            <div className="flex items-center gap-3 border-b border-hairline px-4">
              <Search className="size-4 shrink-0 text-soft" aria-hidden="true" />
              <Command.Input
                placeholder={TITLE}
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none"
              />
            </div>
            <Command.List label="Commands" className="min-h-0 overflow-y-auto overscroll-contain p-2">
              <Command.Group heading="Screens" className={groupClass}>
                {destinations.map((destination) => (
                  <Choice
                    key={destination.to}
                    value={`screen ${destination.to}`}
                    words={screenWords(destination)}
                    onSelect={choose(() => void navigate({ to: destination.to }))}
                  >
                    <destination.Icon aria-hidden="true" />
                    {destination.text}
                  </Choice>
                ))}
                <ReferenceChoice onChosen={onClose} />
              </Command.Group>
              {devices.length > 0 && (
                <Command.Group heading="Devices" className={groupClass}>
                  {devices.map((device) => (
                    <Choice
                      key={device.id}
                      value={`${DEVICE}${device.id}`}
                      words={deviceWords(device)}
                      onSelect={choose(
                        () =>
                          void navigate({
                            to: "/dashboard/devices/$deviceId",
                            params: { deviceId: device.id },
                          }),
                      )}
                    >
                      <Power aria-hidden="true" />
                      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                        {device.name}
                      </span>
                      {marked === `${DEVICE}${device.id}` && <SwitchHint device={device} />}
                      <StateBadge device={device} holds={known} />
                    </Choice>
                  ))}
                </Command.Group>
              )}
            </Command.List>
            {/* Outside the listbox, which may contain only options. */}
            <Command.Empty className="px-3 pt-2 pb-6 text-center text-sm text-soft">
              Nothing found
            </Command.Empty>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The reference is rendered by the Worker, so it is no route. */
const ReferenceChoice = ({ onChosen }: { onChosen(): void }) => (
  <Choice
    value="screen reference"
    words={["go to", REFERENCE]}
    onSelect={() => {
      onChosen();
      location.assign(`${apiUrl()}${REFERENCE_PATH}`);
    }}
  >
    <BookOpen aria-hidden="true" />
    {REFERENCE}
  </Choice>
);

/** Hint for Ctrl+Enter; hidden on touch screens. */
const SwitchHint = ({ device: { state } }: { device: Device }) => (
  <span className="shrink-0 text-xs text-soft pointer-coarse:hidden">
    <kbd className="font-mono">{isMac ? "⌘" : "Ctrl"}+Enter</kbd> {state ? "turns off" : "turns on"}
  </span>
);

const groupClass =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs " +
  "[&_[cmdk-group-heading]]:text-soft";

const choiceClass =
  "flex min-h-10 touch cursor-pointer items-center gap-3 rounded-sm px-3 text-sm data-[selected=true]:bg-well " +
  "data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-edge " +
  "[&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

interface ChoiceProps {
  value: string;
  words: string[];
  onSelect(): void;
  children: ReactNode;
}

function Choice({ value, words, onSelect, children }: ChoiceProps) {
  return (
    <Command.Item value={value} keywords={words} onSelect={onSelect} className={choiceClass}>
      {children}
    </Command.Item>
  );
}
