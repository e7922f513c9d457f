// npm install mqtt
import mqtt from "mqtt";

const device = "YOUR_USER_ID/devices/YOUR_DEVICE_ID";
const lamp = { state: "off", brightness: 100 };

/** Returns null for a message that is no command. */
function commandOf(payload) {
  try {
    const value = JSON.parse(payload);
    return value?.constructor === Object ? value : null;
  } catch {
    return null;
  }
}

// At its start the lamp is off, until the device is switched or is sent its last state.
const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

client.on("connect", () => client.subscribe(`${device}/control`, { qos: 1 }));
client.on("message", (topic, payload) => {
  const command = topic === `${device}/control` ? commandOf(payload) : null;
  if (command === null) return;
  Object.assign(lamp, command); // only the keys of this command
  console.log("Lamp", lamp.state, lamp.brightness);
  const { brightness } = lamp;
  client.publish(`${device}/telemetry`, JSON.stringify({ brightness }), { qos: 1 });
});
client.on("error", (error) => console.error(error.message));
