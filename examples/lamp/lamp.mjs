// A lamp with a brightness, a colour and a mode: it takes the keys of each command, and reports what it does.
// npm install mqtt
import { connect } from "mqtt";

const { BROKER_URL, USER_ID, DEVICE_ID, USERNAME, PASSWORD } = process.env;
const topic = (name) => `${USER_ID}/devices/${DEVICE_ID}/${name}`;

const lamp = { state: "off", brightness: 100, color: "#ffffff", mode: "steady" };

const client = connect(BROKER_URL, {
  protocolVersion: 5,
  clientId: DEVICE_ID,
  username: `${DEVICE_ID}:${USERNAME}`,
  password: PASSWORD,
});

function report() {
  const { state, ...values } = lamp;
  client.publish(topic("telemetry"), JSON.stringify(values), { qos: 1 });
  console.log(state, JSON.stringify(values));
}

client.on("connect", () => {
  client.subscribe(topic("control"), { qos: 1 });
  report();
});

client.on("message", (_, payload) => {
  // A command has the state, and only the controls that it sets.
  const { state = "off", blink, ...values } = JSON.parse(payload);
  Object.assign(lamp, { state }, values);
  // A button: pressed once, and never reported.
  if (blink) console.log("blinks");
  report();
});

client.on("error", (error) => console.error(error.message));
