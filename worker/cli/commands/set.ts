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
    .command("set", {
      summary: "Set controls of a device, such as its brightness",
      notes: `The switch stays as it is. ${EXIT_NOTES}\n${VALUE_NOTES}`,
      examples: [
        ["set lamp brightness=40", "one control"],
        ["set heater target=21.5 mode=eco --wait", "two in one command"],
      ],
    })
    .argument("<device>", "name or id")
    .addArgument(new Argument("<key=value...>", "values of controls").argParser(addValue))
    .option("--wait", WAIT_HELP)
    .action(
      run.action(async (given: string, set: ControlValues, options: SwitchOptions) =>
        switchDevice(run, given, { set }, { ...options, done: "is set" }),
      ),
    );
