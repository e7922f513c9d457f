import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

export interface Destination {
  to: NonNullable<LinkProps["to"]>;
  text: string;
  Icon: LucideIcon;
}

export const TITLE = "Go to a screen or a device";
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
