import { Option } from "commander";
import type { ResponseOf } from "../../contract/api.ts";
import { MAX_PUBLISH_WAIT } from "../../contract/limits.ts";
import { CliError } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { bytesOf } from "../terminal.ts";

interface PubOptions {
  qos: string;
  retain?: true;
  wait?: true;
  contentType: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("pub", {
      summary: "Publish a message",
      notes: `Needs the scope messages:publish:{filter}. With --wait, the exit code is 0 only if every connected
reader acknowledged the message, of at least one; otherwise 3.`,
      examples: [
        ["pub lamp/set on --qos 1 --wait", "wait for the readers"],
        ["pub lamp/state bright --retain", "keep it for later readers"],
        ["pub lamp/state '' --retain", "remove the retained message"],
        ["pub camera/picture --content-type image/jpeg < picture.jpg", "a file"],
      ],
    })
    .argument("<topic>", "without the account's id in front")
    .argument("[payload]", "default: standard input")
    .addOption(new Option("--qos <level>", "quality of service").choices(["0", "1", "2"]).default("0"))
    .option("--retain", "keep it as the topic's retained message")
    .option("--wait", `wait for acknowledgements, at most ${MAX_PUBLISH_WAIT} seconds`)
    .option("--content-type <type>", "the message's content type", "text/plain; charset=utf-8")
    .action(
      run.action(async (topic: string, payload: string | undefined, options: PubOptions) => {
        const { qos, retain, wait, contentType, json } = options;
        const body = payload === undefined ? await bytesFrom(run) : new TextEncoder().encode(payload);
        const response = await run.api().open("publishMessage", {
          topic,
          query: { qos, retain, wait: wait && MAX_PUBLISH_WAIT },
          headers: { "content-type": contentType },
          body,
        });
        const answer: unknown = await response.json();
        const outcome = answer as ResponseOf<"publishMessage">;
        if (json) run.json(outcome);
        else run.print(sentenceOf(outcome, wait));
        return wait && response.status !== 200 ? "accepted" : "done";
      }),
    );

function bytesFrom({ context: { stdin } }: CliRun): Promise<Uint8Array<ArrayBuffer>> {
  if (stdin.isTTY) throw new CliError("usage", "Write the payload behind the topic, or pipe it in.");
  return bytesOf(stdin);
}

function sentenceOf({ readers, acknowledged, waiting }: ResponseOf<"publishMessage">, wait?: true): string {
  const connected = `${readers} connected ${readers === 1 ? "reader" : "readers"}`;
  return [
    `Published to ${connected}`,
    ...(wait ? [`${acknowledged} acknowledged it`] : []),
    ...(waiting > 0 ? [`${waiting} offline will get it`] : []),
  ]
    .join(", ")
    .concat(".");
}
