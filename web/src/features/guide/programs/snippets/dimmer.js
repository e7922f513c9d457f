// npm install mqtt
import mqtt from "mqtt";

const device = "YOUR_USER_ID/devices/YOUR_DEVICE_ID";
const lamp = { state: "off", brightness: 100 };

const client = mqtt.connect("YOUR_BROKER_URL", {
  protocolVersion: 5,
  clientId: "YOUR_DEVICE_ID",
  username: "YOUR_DEVICE_ID:YOUR_USERNAME",
  password: "YOUR_PASSWORD",
});

client.on("connect", () => client.subscribe(`${device}/control`, { qos: 1 }));
client.on("message", (topic, payload) => {
  if (topic !== `${device}/control`) return;
  Object.assign(lamp, JSON.parse(payload)); // only the keys of this command
  console.log("Lamp", lamp.state, lamp.brightness);
  const { brightness } = lamp;
  client.publish(`${device}/telemetry`, JSON.stringify({ brightness }), { qos: 1 });
});
client.on("error", (error) => console.error(error.message));
