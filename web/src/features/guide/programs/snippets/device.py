# pip install paho-mqtt
from json import loads
from urllib.parse import urlsplit

from paho.mqtt import client as mqtt

BROKER = urlsplit("YOUR_BROKER_URL")
CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control"
PORTS = {"ws": 80, "wss": 443, "mqtt": 1883}


def on_connect(client, userdata, flags, reason, properties=None):
    print(mqtt.connack_string(reason), flush=True)
    client.subscribe(CONTROL, 1)


def on_message(client, userdata, message):
    if message.topic != CONTROL:
        return
    try:
        state = loads(message.payload).get("state", "off")
    except (ValueError, AttributeError):
        return  # no command
    print("Pin 13 is", state, flush=True)


# At its start it waits until the device is switched or is sent its last state.
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
