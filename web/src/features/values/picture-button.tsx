import { Image } from "lucide-react";
import type { MouseEvent } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/messages/toast.ts";

/** Saves the drawing of the figure that it stands in, as it is on the screen. */
export function PictureButton({ name }: { name: string }) {
  const save = (event: MouseEvent) => {
    const figure = event.currentTarget.closest("figure");
    const drawn = figure?.querySelector("canvas");
    if (!figure || !drawn) {
      toast("error", "The chart is not drawn yet. Please try again.");
      return;
    }
    pictureOf(drawn).toBlob((picture) => {
      if (picture) saveFile(`${name}.png`, picture);
    });
  };
  return (
    <Button size="sm" onClick={save}>
      <Image className="size-4" aria-hidden="true" />
      Picture
    </Button>
  );
}

/** On the colour of its panel: a chart is transparent. */
function pictureOf(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  copy.width = drawn.width;
  copy.height = drawn.height;
  const context = copy.getContext("2d");
  if (context) {
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--panel").trim();
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(drawn, 0, 0);
  }
  return copy;
}
