/** The subcommands, in the order of `--help`. A run loads only its own, so that it starts fast. */

import type { DefineCommand } from "./command.ts";

export const COMMANDS: Record<string, () => Promise<{ define: DefineCommand }>> = {
  login: () => import("./commands/login.ts"),
  logout: () => import("./commands/logout.ts"),
  devices: () => import("./commands/devices.ts"),
  switch: () => import("./commands/switch.ts"),
  values: () => import("./commands/values.ts"),
  events: () => import("./commands/events.ts"),
  pub: () => import("./commands/pub.ts"),
  sub: () => import("./commands/sub.ts"),
  why: () => import("./commands/why.ts"),
  connect: () => import("./commands/connect.ts"),
  asyncapi: () => import("./commands/asyncapi.ts"),
  device: () => import("./commands/device.ts"),
  export: () => import("./commands/export.ts"),
  broker: () => import("./commands/broker.ts"),
};
