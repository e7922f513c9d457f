import { Option } from "commander";
import { MAX_REPLY_WAIT } from "../../contract/limits.ts";
import type { DefineCommand } from "../command.ts";

interface RequestOptions {
  qos: string;
  replyTopic?: string;
  contentType: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("request", {
      summary: "Publish a message, and print the reply of a device",
      notes: `Needs the scope messages:publish:{filter}, and messages:read:{filter} with --reply-topic.
Waits ${MAX_REPLY_WAIT} seconds; without a reply the exit code is 3.`,
      examples: [
        ["request lamp/rpc status", "a device that reads the Response Topic of MQTT 5"],
        ["request lamp/rpc status --reply-topic lamp/out", "any other device"],
      ],
    })
    .argument("<topic>", "without the account's id in front")
    .argument("<payload>", "the message")
    .addOption(new Option("--qos <level>", "quality of service").choices(["0", "1", "2"]).default("1"))
    .option("--reply-topic <topic>", "the first message on this topic is the reply")
    .option("--content-type <type>", "the message's content type", "text/plain; charset=utf-8")
    .action(
      run.action(async (topic: string, payload: string, options: RequestOptions) => {
        const { qos, replyTopic, contentType, json } = options;
        const response = await run.api().open("publishMessage", {
          topic,
          query: { qos, reply: MAX_REPLY_WAIT, reply_topic: replyTopic },
          headers: { "content-type": contentType },
          body: new TextEncoder().encode(payload),
        });
        const reply = await response.text();
        if (json) run.json({ content_type: response.headers.get("content-type"), payload: reply });
        else run.printLines(`${reply}\n`);
        return "done";
      }),
    );
