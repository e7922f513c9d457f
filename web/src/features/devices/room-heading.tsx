import type { Device } from "../../../../worker/contract/device.ts";
import { Mark } from "./mark.tsx";
import type { Selection } from "./use-selection.ts";

interface RoomHeadingProps {
  room: string;
  members: Device[];
  selection: Selection | null;
}

export function RoomHeading({ room, members, selection }: RoomHeadingProps) {
  const title = <bdi className="text-xs font-medium text-soft">{room || "No room"}</bdi>;
  if (selection === null) return title;
  return (
    <div className="-ml-2 flex items-center gap-2">
      <Mark selection={selection} of={members} name={`All of ${room || "No room"}`} />
      {title}
    </div>
  );
}
