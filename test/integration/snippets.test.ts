/** The guide's programs, copied with a user's own values, against the started product. */

import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, inject, it } from "vitest";
import type { SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import type { Credential } from "../../worker/contract/credentials.ts";
import type { LastValue } from "../../worker/contract/series.ts";
import type { BrokerInfo } from "../../worker/contract/service.ts";
import { newDeviceSetup } from "../support/account.ts";
import { startSketchNetwork } from "../support/sketch-network.ts";
import { type RunningSnippet, runSnippet } from "../support/snippet.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
/** Characters with a meaning in some language. */
const AWKWARD = "a'b\"c\\d$e`f??= #;%Z9";

const { account, key, channel } = await newDeviceSetup(baseUrl);
const ending: (() => Promise<unknown>)[] = [];

async function sharedValues() {
  const info = await account.call<BrokerInfo>("GET", "/v0/broker/");
  const credential = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
    name: "Porch",
    username: "porch",
    password: AWKWARD,
    channels: [channel.id],
  });
  if (info.tcp === null) throw new Error("The product says that it serves no TCP.");
  const scopes = ["devices:switch", "values:read", "messages:publish:lamp/#", "messages:read:lamp/#"];
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "curl", scopes });
  return {
    BROKER_URL: info.url_template?.replace("{userId}", account.userId) ?? "",
    TCP_HOST: info.tcp.host,
    TCP_PORT: String(info.tcp.port),
    USER_ID: account.userId,
    USERNAME: credential.username,
    PASSWORD: AWKWARD,
    API_KEY: key.key,
    API_URL: baseUrl,
    TOKEN: token,
  };
}
const shared = await sharedValues();

/** A new device, and what its user copies. */
async function setup() {
  const device = await account.newDevice("Lamp", [channel]);
  ending.push(() => account.call("DELETE", `/v0/devices/on-off/${device.id}/`));
  const values: SnippetValues = { ...shared, DEVICE_ID: device.id };
  return { account, device, values };
}

afterEach(async () => {
  await Promise.all(ending.splice(0).map((end) => end()));
});
const run = async (name: string, values: SnippetValues, edit?: (code: string) => string) => {
  const snippet = await runSnippet(name, values, edit);
  ending.push(snippet.kill);
  return snippet;
};
const exits = async (snippet: RunningSnippet) => {
  expect(await snippet.ended, snippet.lines.join("\n")).toBe(0);
};

describe("a device program", () => {
  it.each([
    ["device_wss.py", "Pin 13 is on", "Pin 13 is off"],
    ["device_tcp.py", "Pin 13 is on", "Pin 13 is off"],
    ["device.js", "Pin 13 is on", "Pin 13 is off"],
    ["device.sh", '{"state":"on"}', '{"state":"off"}'],
  ])("%s connects as the device and follows the switch", async (name, on, off) => {
    const { account, device, values } = await setup();
    const program = await run(name, values);
    await account.untilEvent(device.id, "connected");
    await account.switchDevice(device, "on");
    await program.untilSaid(on);
    await account.switchDevice(device, "off");
    await program.untilSaid(off);
  });

  it("device.sh does so in MQTT 5, too", async () => {
    const { account, device, values } = await setup();
    const program = await run("device.sh", values, (code) => code.replace("mosquitto_sub", "$& -V mqttv5"));
    await account.untilEvent(device.id, "connected");
    await account.switchDevice(device, "on");
    await program.untilSaid('{"state":"on"}');
  });

  it.each([
    ["device_wss.py", /not authori[sz]ed|bad user name/i],
    ["device_tcp.py", /not authori[sz]ed|bad user name/i],
    ["device.js", /not authorized|bad user name/i],
    ["device.sh", /not authori[sz]ed|bad user name/i],
  ])("%s prints a wrong password", async (name, said) => {
    const { values } = await setup();
    const program = await run(name, { ...values, PASSWORD: "wrong" });
    await program.untilSaid(said);
  });
});

describe("a telemetry program", () => {
  it.each(["telemetry.js", "telemetry.py", "telemetry_tcp.ino"])(
    "%s publishes, and its value is stored",
    async (name) => {
      const { account, device, values } = await setup();
      const program = await run(name, values);
      if (name.endsWith(".ino")) ending.push(startSketchNetwork(program));
      const [told] = await until("a value", async () => {
        const kept = await account.call<LastValue[]>("GET", `/v0/devices/on-off/${device.id}/values/`);
        return kept.length > 0 && kept;
      });
      expect(told).toMatchObject({ key: "temperature_c", value: expect.any(Number) });
      expect(told?.value).toBeGreaterThanOrEqual(21);
      expect(told?.value).toBeLessThanOrEqual(22);
    },
  );
});

describe("a program with a control", () => {
  it.each([
    ["dimmer.js", "Lamp on 40"],
    ["dimmer.py", "Lamp on 40"],
    ["dimmer_tcp.ino", "pin\t13\t102"],
  ])("%s is dimmed, and reports what it has set", async (name, said) => {
    const { account, device, values } = await setup();
    const controls = [{ key: "brightness", kind: "number", min: 0, max: 100 }];
    await account.call("PUT", `/v0/devices/on-off/${device.id}/`, { name: device.name, controls });
    const program = await run(name, values);
    if (name.endsWith(".ino")) ending.push(startSketchNetwork(program));
    await account.untilEvent(device.id, "connected");
    await account.call("POST", `/v0/devices/on-off/${device.id}/switch/`, {
      state: true,
      set: { brightness: 40 },
    });
    await program.untilSaid(said);
    await until("the reported value", async () => {
      const { controls: now } = await account.device(device.id);
      return now[0]?.reported === 40;
    });
  });
});

describe("a program that switches", () => {
  it.each(["switch.sh", "anonymous.sh", "anonymous.py", "anonymous.js"])(
    "%s turns the device on, and does not count as the device",
    async (name) => {
      const { account, device, values } = await setup();
      await exits(await run(name, values));
      await account.untilEvent(device.id, "turned_on");
      const { state, last_seen } = await account.device(device.id);
      expect({ state, last_seen }).toEqual({ state: true, last_seen: null });
    },
  );
});

describe("an HTTP command", () => {
  it.each([
    ["http_publish.sh", /"topic":"lamp\/set","readers":0/],
    ["http_read.sh", /^\{"detail":"Not found\."\}\[\]$/],
    ["http_switch.sh", /"device_connected":false/],
    ["http_values.sh", /^\[\]/],
    ["http_metrics.sh", /^switchyard_device_connected\{device="Lamp",.*\} 0$/],
  ])("%s gets a response", async (name, said) => {
    const { values } = await setup();
    const command = await run(name, values);
    await command.untilSaid(said);
    await exits(command);
  });
});

it("webhook.js accepts a signed notice, and refuses another", async () => {
  const { values } = await setup();
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const program = await run("webhook.js", values, (code) =>
    code.replace("YOUR_WEBHOOK_SECRET", secret).replace("listen(8080", 'listen(0, "127.0.0.1"'),
  );
  await program.untilSaid(/^Listening on port/);
  const port = program.lines.join("\n").match(/Listening on port (\d+)/)?.[1];
  const body = JSON.stringify({ id: "n1", type: "raised", data: { text: "Lamp is not connected." } });
  const send = async (signature: string) => {
    const headers = { "webhook-id": "n1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    return (
      await fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        body,
        headers: { ...headers, "webhook-signature": signature },
      })
    ).status;
  };
  expect(await send("v1,AAAA")).toBe(400);
  expect(await send(new Webhook(secret).sign("n1", new Date(), body))).toBe(204);
  await program.untilSaid("n1 raised Lamp is not connected.");
});

// The sketches' libraries are in no registry that the tests may use. They are compiled against doubles of the
// documented interfaces; MQTT.js makes the doubles' requests to the broker, with the sketch's address and
// login.
describe("a sketch, on a double of its board", () => {
  it.each(["arduino_tcp.ino", "esp32_wss.ino"])("%s moves pin 13", async (name) => {
    const { account, device, values } = await setup();
    const sketch = await run(name, values);
    ending.push(startSketchNetwork(sketch));
    await sketch.untilSaid("serial\tconnected");
    await account.untilEvent(device.id, "connected");
    expect(sketch.lines).toContain("output\t13");
    await account.switchDevice(device, "on");
    await sketch.untilSaid("pin\t13\t1");
    await account.switchDevice(device, "off");
    await sketch.untilSaid("pin\t13\t0");
  });

  it("arduino_tcp.ino prints the return code of a wrong password", async () => {
    const { values } = await setup();
    const sketch = await run("arduino_tcp.ino", { ...values, PASSWORD: "wrong" });
    ending.push(startSketchNetwork(sketch));
    await sketch.untilSaid(/^serial\t[45]$/);
  });
});
