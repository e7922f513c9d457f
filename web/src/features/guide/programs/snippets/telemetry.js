// npm install mqtt
import mqtt from "mqtt";

const telemetry = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry";
// your sensor goes here
const temperature = () => Number((21 + Math.random()).toFixed(1));

const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

async function report() {
  const values = { temperature_c: temperature() };
  await client.publishAsync(telemetry, JSON.stringify(values), { qos: 1 });
  console.log("Acknowledged", values);
}

// It reports at once after it has connected.
client.on("connect", report);
client.on("error", (error) => console.error(error.message));
setInterval(() => client.connected && report(), 10_000);
