import { InvalidArgumentError } from "commander";
import { SERVER_HELP } from "../access.ts";
import type { DefineCommand } from "../command.ts";
import { deviceLogin } from "../device-login.ts";
import type { DeviceOptions } from "../simulated-device.ts";

export const define: DefineCommand = (run) =>
  run
    .command("device", {
      summary: "Simulate a device: it prints its messages, and shows its LED",
      notes: `It logs in as a device does, with a credential. What you leave out comes from "switchyard login", or is asked
for. A device's name, and a device that is not named, need a token with the scope devices:read.`,
      examples: [
        ["device", "your only device; asks for the credential"],
        ["device --id lamp --user lamp --password secret", "until Ctrl+C"],
        ["device --telemetry", "with a temperature every five seconds"],
        ["device --url ws://localhost:8787/mqtt/USER_ID", "without a login; asks for the id, too"],
      ],
    })
    .option("--id <device>", "the device's id, or its name (your only device)")
    .option("--user <name>", "user name of a credential")
    .option("--password <password>", "its password")
    .option("--url <address>", `the broker, as ws://… (of ${SERVER_HELP})`, addressOf)
    .option("--frozen", "stay connected, but process no messages, like a device that hangs")
    .option("--telemetry", "publish a temperature every five seconds, and the values of its controls")
    .action(
      run.action(async (options: Partial<DeviceOptions>) => {
        const login = await deviceLogin(run, options);
        // MQTT.js is large, and only this command needs it
        const { simulateDevice } = await import("../simulated-device.ts");
        return simulateDevice(login);
      }),
    );

function addressOf(text: string): string {
  if (/^(wss?|mqtts?):\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError("It begins with ws://, wss://, mqtt:// or mqtts://.");
}
