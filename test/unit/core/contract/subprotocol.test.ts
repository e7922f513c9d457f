import { expect, test } from "vitest";
import { subprotocolOf } from "../../../../broker/contract/client.ts";

test.each([
  ["mqtt", "mqtt"],
  ["mqttv3.1", "mqttv3.1"],
  ["chat, mqttv3.1 , mqtt", "mqtt"],
  ["chat, mqttv3", null],
  ["MQTT", null],
  ["", null],
])("of %o is answered with %o", (offered, answer) => {
  expect(subprotocolOf(new Request("http://x/", { headers: { "Sec-WebSocket-Protocol": offered } }))).toBe(
    answer,
  );
});
