import { Command } from "commander";
import { OptionError, type RawOptions, readOptions } from "../../local/ephemeral/options.ts";
import { UserError } from "../../local/user-error.ts";
import { CliError } from "../cli-error.ts";
import type { DefineCommand } from "../command.ts";

const VARIABLES = `
The command receives these variables:
  MQTT_URL, MQTT_HOST, MQTT_PORT    mqtt://127.0.0.1:PORT and its parts
  MQTT_WS_URL                       the same over WebSockets
  MQTT_USERNAME, MQTT_PASSWORD      may read and publish every topic
  SWITCHYARD_URL, SWITCHYARD_TOKEN  the API, and a token with all scopes

A time is a number with a unit: 500ms, 30s, 5m, 1h.
Calls of the API are not throttled. All other limits apply.

The exit code is that of the command: 128 and a signal's number if a signal ended it,
127 if it does not exist. 2: wrong usage. 1: the broker did not start, or ended by itself.

Examples:
  switchyard broker --ephemeral -- pytest
  switchyard broker --ephemeral --restart 20s --cut 0.1 -- npm test`;

export const define: DefineCommand = (run) =>
  new Command("broker")
    .summary("Run a command with a broker of its own, for tests and CI")
    .description("Runs a command with a broker of its own, which ends with it and leaves no files.")
    .usage("--ephemeral [options] -- COMMAND [ARGUMENTS]")
    .argument("[command...]", "what to run, with its arguments")
    .option("--ephemeral", "required")
    .option(
      "--nap <time>",
      "put accounts to sleep this often, between two messages: the broker loses their memory, and keeps connections and storage",
    )
    .option(
      "--cut <share>",
      "cut this share of the MQTT connections (0.1: one in ten) without a DISCONNECT, at a random moment of their first ten seconds; calls of the API are not cut",
    )
    .option(
      "--restart <time>",
      "kill the broker (SIGKILL) this long after each start, and start it again with the same ports and data; for some seconds no client can connect",
    )
    .option("--mqtt-port <port>", "port of MQTT over TCP (default: a free one)")
    .option("--port <port>", "port of the API and of MQTT over WebSockets (default: a free one)")
    .option("--verbose", "print the broker's log on stderr")
    .addHelpText("after", VARIABLES)
    .action(
      run.action(async (command: string[], { ephemeral, ...raw }: RawOptions & { ephemeral?: true }) => {
        if (ephemeral === undefined) {
          throw new CliError("usage", 'Add --ephemeral, or run "npm start" for a broker that stays.');
        }
        try {
          const asked = readOptions(raw, command);
          // it starts the product, and only a run needs that
          const { runEphemeral } = await import("../../local/ephemeral/main.ts");
          return await runEphemeral(asked);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          throw new CliError(error instanceof OptionError ? "usage" : "failed", error.message);
        }
      }),
    );
