// npm install mqtt
import mqtt from "mqtt";

const control = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control";

const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

client.on("connect", () => client.subscribe(control, { qos: 1 }));
client.on("message", (topic, payload) => {
  if (topic !== control) return;
  const { state = "off" } = JSON.parse(payload);
  console.log("Pin 13 is", state);
});
client.on("error", (error) => console.error(error.message));
