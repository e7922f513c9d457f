import type { ResponseOf } from "../../contract/api.ts";
import type { DefineCommand } from "../command.ts";
import { ageOf, valueText } from "../moment.ts";
import type { Cell } from "../terminal.ts";

type Row = ResponseOf<"listDevices">[number];

export const define: DefineCommand = (run) =>
  run
    .command("devices", {
      summary: "List the devices: connected or not, on or off, their last values",
      notes:
        'Needs the scope devices:read. "on ?": the device has not acknowledged its last command, or connected again since.',
      examples: [
        ["devices", "a table"],
        ["devices --json | jq -r '.[] | select(.connected) | .name'", "names of connected devices"],
      ],
    })
    .action(
      run.action(async ({ json }: { json?: true }) => {
        const devices = await run.api().call("listDevices");
        if (json) run.json(devices);
        else if (devices.length === 0)
          run.note("There are no devices yet. Create one on the devices screen.");
        else run.table(["NAME", "CONNECTED", "STATE", "VALUES", "ID"], devices.map(cellsOf));
        return "done";
      }),
    );

const cellsOf = (device: Row): Cell[] => [
  { text: device.name, style: "bold" },
  device.connected
    ? { text: "yes", style: "green" }
    : {
        text: device.last_seen === null ? "never" : `no, ${ageOf(device.last_seen, Date.now())}`,
        style: "dim",
      },
  {
    text: `${device.state ? "on" : "off"}${device.taken === false || device.taken_before_connect ? " ?" : ""}`,
  },
  { text: device.values.map(valueText).join(", ") },
  { text: device.id, style: "dim" },
];
