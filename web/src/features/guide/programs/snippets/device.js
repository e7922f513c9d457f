// npm install mqtt
import mqtt from "mqtt";

const control = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";

/** Returns null for a message that is no command. */
function commandOf(payload) {
  try {
    const value = JSON.parse(payload);
    return value?.constructor === Object ? value : null;
  } catch {
    return null;
  }
}

// At its start it waits until the device is switched or is sent its last state.
const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

client.on("connect", () => client.subscribe(control, { qos: 1 }));
client.on("message", (topic, payload) => {
  const command = topic === control ? commandOf(payload) : null;
  if (command !== null) console.log("Pin 13 is", command.state ?? "off");
});
client.on("error", (error) => console.error(error.message));
