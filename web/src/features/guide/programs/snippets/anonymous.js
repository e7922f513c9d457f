// npm install mqtt
import mqtt from "mqtt";

const client = await mqtt.connectAsync("YOUR_BROKER_URL", {
  clientId: `YOUR_API_KEY__${crypto.randomUUID()}`,
});
await client.publishAsync("YOUR_USER_ID/devices/YOUR_DEVICE_ID/control", JSON.stringify({ state: "on" }), {
  qos: 1,
});
await client.endAsync();
