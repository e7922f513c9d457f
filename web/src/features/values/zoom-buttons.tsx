import { ChevronLeft, ChevronRight, RotateCcw, ZoomIn, ZoomOut } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";

const BUTTONS = [
  { label: "Earlier", key: "ArrowLeft", Icon: ChevronLeft },
  { label: "Later", key: "ArrowRight", Icon: ChevronRight },
  { label: "Zoom in", key: "+", Icon: ZoomIn },
  { label: "Zoom out", key: "-", Icon: ZoomOut },
  { label: "Back to the chosen range", key: "0", Icon: RotateCcw },
] as const;

export function ZoomButtons({ onKey }: { onKey(key: string): void }) {
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">Zoom</legend>
      {BUTTONS.map(({ label, key, Icon }) => (
        <IconButton key={key} label={label} onClick={() => onKey(key)}>
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
    </fieldset>
  );
}
