// npm install mqtt
import mqtt from "mqtt";

const device = "YOUR_USER_ID/devices/YOUR_DEVICE_ID";
let state = null;

/** Returns null for a message that is no command. */
function commandOf(payload) {
  try {
    const value = JSON.parse(payload);
    return value?.constructor === Object ? value : null;
  } catch {
    return null;
  }
}

// At its start it takes the last state from the status topic, and reports it.
const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

client.on("connect", () => client.subscribe([`${device}/control`, `${device}/status`], { qos: 1 }));
client.on("message", (topic, payload) => {
  const isStatus = topic === `${device}/status`;
  if (isStatus ? state !== null : topic !== `${device}/control`) return;
  const command = commandOf(payload);
  if (command === null) return;
  state = command.state ?? "off";
  console.log("Pin 13 is", state);
  if (isStatus) client.publish(`${device}/telemetry`, JSON.stringify({ state }), { qos: 1 });
});
client.on("error", (error) => console.error(error.message));
