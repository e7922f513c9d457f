import { expect, test } from "vitest";
import { serverOptions } from "../../../worker/local/server-options.ts";

const OWN = ["--port", "8787", "--persist-to", "state"];

test("further options of npm start are passed on, without wrangler's inspector", () => {
  const args = [...OWN, "--var", "MQTT_MAX_QOS:2", "--var", "APP_URL:http://a:1", "--ip=0.0.0.0"];
  expect(serverOptions(args)).toEqual({
    port: 8787,
    persistTo: "state",
    ip: "0.0.0.0",
    config: undefined,
    envFiles: undefined,
    variables: { MQTT_MAX_QOS: "2", APP_URL: "http://a:1" },
    napMs: undefined,
  });
});

test.each([
  ["an option that only wrangler knows", ["--inspector-port", "9229"]],
  ["a flag that only wrangler knows", ["--test-scheduled"]],
  ["several values after one option", ["--var", "A:1", "B:2"]],
  ["a variable without a name", ["--var", "nothing"]],
])("%s is an option of wrangler alone", (_, args) => {
  expect(serverOptions([...OWN, ...args])).toBeNull();
});

test("our server puts accounts to sleep on request", () => {
  expect(serverOptions([...OWN, "--nap", "30000"])?.napMs).toBe(30_000);
});
