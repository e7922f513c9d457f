# pip install paho-mqtt
from json import dumps, loads
from urllib.parse import urlsplit

from paho.mqtt import client as mqtt

BROKER = urlsplit("YOUR_BROKER_URL")
DEVICE = "YOUR_USER_ID/devices/YOUR_DEVICE_ID"
PORTS = {"ws": 80, "wss": 443, "mqtt": 1883}
lamp = {"state": None}


def on_connect(client, userdata, flags, reason, properties=None):
    print(mqtt.connack_string(reason), flush=True)
    client.subscribe([(DEVICE + "/control", 1), (DEVICE + "/status", 1)])


def on_message(client, userdata, message):
    is_status = message.topic == DEVICE + "/status"
    if is_status and lamp["state"] is not None:
        return  # only at the start
    if not is_status and message.topic != DEVICE + "/control":
        return
    try:
        lamp["state"] = loads(message.payload).get("state", "off")
    except (ValueError, AttributeError):
        return  # no command
    print("Pin 13 is", lamp["state"], flush=True)
    if is_status:
        client.publish(DEVICE + "/telemetry", dumps(lamp), qos=1)


# At its start it takes the last state from the status topic, and reports it.
version = getattr(mqtt, "CallbackAPIVersion", None)  # Paho 2 wants to know
client = mqtt.Client(
    *([version.VERSION2] if version else []),
    client_id="YOUR_DEVICE_ID",
    transport="websockets" if BROKER.scheme.startswith("ws") else "tcp",
)
client.username_pw_set("YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD")
client.ws_set_options(path=BROKER.path)
if BROKER.scheme == "wss":
    client.tls_set()
client.on_connect = on_connect
client.on_message = on_message
client.connect_async(BROKER.hostname, BROKER.port or PORTS[BROKER.scheme])
client.loop_forever(retry_first_connection=True)  # also after each loss
