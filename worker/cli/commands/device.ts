import { InvalidArgumentError } from "commander";
import { isUuid } from "../../../broker/contract/topics.ts";
import type { DefineCommand } from "../command.ts";
import type { DeviceOptions } from "../simulated-device.ts";

export const define: DefineCommand = (run) =>
  run
    .command("device", {
      summary: "Simulate a device: it prints its messages, and shows its LED",
      notes: "It needs no token: it logs in as a device does, with a credential.",
      examples: [
        ["device --id DEVICE_ID --user lamp --password secret", "until Ctrl+C"],
        [
          "device … --url ws://localhost:8787/mqtt/USER_ID --telemetry",
          "with a temperature every five seconds",
        ],
      ],
    })
    .requiredOption("--id <id>", "the device's id", uuidOf)
    .requiredOption("--user <name>", "user name of a credential")
    .requiredOption("--password <password>", "its password")
    .option("--url <address>", "the broker", addressOf, "ws://localhost:8787/mqtt")
    .option("--frozen", "stay connected, but process no messages, like a device that hangs")
    .option("--telemetry", "publish a temperature every five seconds, and the values of its controls")
    .action(
      run.action(async (options: DeviceOptions) => {
        // MQTT.js is large, and only this command needs it
        const { simulateDevice } = await import("../simulated-device.ts");
        return simulateDevice(options);
      }),
    );

function uuidOf(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError("It is a UUID, as on the device's page.");
  return text;
}

function addressOf(text: string): string {
  if (/^(wss?|mqtts?):\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError("It begins with ws://, wss://, mqtt:// or mqtts://.");
}
