import { Argument } from "commander";
import { MAX_SWITCH_WAIT } from "../../contract/limits.ts";
import { CliError } from "../cli-error.ts";
import type { DefineCommand } from "../command.ts";
import { findDevice } from "../device-name.ts";

interface SwitchOptions {
  wait?: true;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("switch", {
      summary: "Switch a device on or off",
      notes: `Exit code 0 only if the device took the command, 3 if it has not acknowledged it, 4 if it is not
connected. Needs the scope devices:switch, and devices:read for a device's name.`,
      examples: [
        ["switch lamp on --wait && echo it is on", "wait until the lamp has taken it"],
        ["switch 0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52 off", "by its id"],
      ],
    })
    .argument("<device>", "name or id")
    .addArgument(new Argument("<state>", "on or off").choices(["on", "off"]))
    .option("--wait", `wait for the device, at most ${MAX_SWITCH_WAIT} seconds`)
    .action(
      run.action(async (given: string, state: "on" | "off", { wait, json }: SwitchOptions) => {
        const api = run.api();
        const { id, name } = await findDevice(api, given);
        const body = { state: state === "on", wait: wait ? MAX_SWITCH_WAIT : 0 };
        const outcome = await api.call("switchDevice", { id, body });
        if (json) run.json(outcome);
        if (outcome.delivered_at !== null) {
          if (!json) run.print(`${name} is ${state}: it took the command.`);
          return "done";
        }
        if (!outcome.device_connected) {
          throw new CliError("notConnected", `${name} is not connected: it has not taken the command.`);
        }
        const remedy = wait
          ? "it is connected, but does not acknowledge"
          : "add --wait to wait for the device";
        throw new CliError("accepted", `The broker has the command for ${name}: ${remedy}.`);
      }),
    );
