import { Badge } from "../ui/lamp.tsx";

/** The state of a device in a word. `known`: whether it still holds; what is old does not shine. */
export function StateBadge({ on, known = true }: { on: boolean; known?: boolean }) {
  return <Badge tone={on && known ? "go" : "idle"}>{on ? "On" : "Off"}</Badge>;
}
