import type { LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";

/** A screen to go to. */
export interface Destination {
  to: NonNullable<LinkProps["to"]>;
  text: string;
  Icon: LucideIcon;
}
