import { Argument } from "commander";
import { isLoopback } from "../../contract/addresses.ts";
import { PROGRAMS, type Program } from "../../contract/connect/programs.ts";
import { BRIDGED, type BrokerAddress, wayOf, YOUR_BRIDGE } from "../../contract/connect/ways.ts";
import type { BrokerInfo } from "../../contract/service.ts";
import type { CliRun, DefineCommand } from "../command.ts";

interface ConnectOptions {
  username: string;
  password: string;
  json?: true;
}

/** The token in the password names the account, so any user name will do. */
const USERNAME = "switchyard";
const PASSWORD = "YOUR_TOKEN";

export const define: DefineCommand = (run) =>
  run
    .command("connect", {
      summary: "Print what to type into a program that speaks MQTT",
      notes: `${PASSWORD} stands for a token: it is an MQTT password, with any user name. Its scopes are
messages:read:# and messages:publish:#, or less. A credential of the page works, too.`,
      examples: [
        ["connect home-assistant", "where to click, and what to enter"],
        ["connect zigbee2mqtt --username zigbee --password secret", "with a credential"],
      ],
    })
    .addArgument(new Argument("<program>", "what you want to connect").choices(PROGRAMS.map(({ id }) => id)))
    .option("--username <name>", "user name of a credential", USERNAME)
    .option("--password <password>", "its password", PASSWORD)
    .action(
      run.action(async (id: string, { json, ...login }: ConnectOptions) => {
        const program = PROGRAMS.find((each) => each.id === id) as Program;
        const api = run.api();
        const address = addressOf(await api.call("brokerInfo"));
        const kit = kitOf(program, address, new URL(api.url), login);
        if (json) run.json(kit);
        else printKit(run, kit);
        return "done";
      }),
    );

/** Without an account in the path: the token or user name tells it. */
const addressOf = ({ tcp, tls, url_template: template }: BrokerInfo): BrokerAddress => ({
  host: (tcp ?? tls)?.host ?? null,
  port: tcp?.port ?? null,
  tls_port: tls?.port ?? null,
  ws_url: template?.replace("/{userId}", "") ?? null,
  ws_path: "/mqtt",
});

function kitOf(
  program: Program,
  address: BrokerAddress,
  server: URL,
  login: { username: string; password: string },
) {
  const found = wayOf(address, program.speaks, server);
  const way = found ?? BRIDGED;
  const lines = program.file?.lines(way, login) ?? [];
  const notes = program.advice(way);
  if (found === null) {
    notes.unshift(
      `${program.name} needs MQTT over plain TCP, which this service does not offer. Run the bridge on a machine of yours, and let ${YOUR_BRIDGE} be its address: npm run bridge -- --to ${new URL("/mqtt", server).href.replace(/^http/, "ws")}`,
    );
  }
  if (isLoopback(way.host)) {
    notes.push(
      `Other machines cannot reach ${way.host}: start the server with npm start -- --lan, and log in to the address that it prints.`,
    );
  }
  return {
    program: program.name,
    where: program.where,
    values: program.values(way, login),
    file: lines.length > 0 ? { name: program.file?.name ?? "", lines } : null,
    notes,
  };
}

function printKit(run: CliRun, { program, where, values, file, notes }: ReturnType<typeof kitOf>): void {
  run.print(`${program}: ${where}`);
  run.print("");
  const width = Math.max(...values.map(({ label }) => label.length));
  for (const { label, value } of values) run.print(`  ${label.padEnd(width)}  ${value}`);
  if (file !== null) {
    run.print("");
    run.print(`Or paste this: ${file.name}`);
    run.print("");
    for (const line of file.lines) run.print(`  ${line}`);
  }
  if (notes.length > 0) run.print("");
  for (const note of notes) run.print(`- ${note}`);
}
