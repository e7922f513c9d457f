import { Argument } from "commander";
import type { DefineCommand } from "../command.ts";
import {
  addValue,
  type ControlValues,
  EXIT_NOTES,
  type SwitchOptions,
  switchDevice,
  VALUE_NOTES,
  WAIT_HELP,
} from "../switching.ts";

export const define: DefineCommand = (run) =>
  run
    .command("switch", {
      summary: "Switch a device on or off",
      notes: `${EXIT_NOTES}\n${VALUE_NOTES}`,
      examples: [
        ["switch lamp on --wait && echo it is on", "wait until the lamp has taken it"],
        ["switch lamp on --set brightness=40", "with a value of one of its controls"],
        ["switch 0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52 off", "by its id"],
      ],
    })
    .argument("<device>", "name or id")
    .addArgument(new Argument("<state>", "on or off").choices(["on", "off"]))
    .option("--set <key=value>", "a value of a control; may be repeated", addValue)
    .option("--wait", WAIT_HELP)
    .action(
      run.action(
        async (given: string, state: "on" | "off", options: SwitchOptions & { set?: ControlValues }) =>
          switchDevice(
            run,
            given,
            { state: state === "on", ...(options.set && { set: options.set }) },
            { ...options, done: `is ${state}` },
          ),
      ),
    );
