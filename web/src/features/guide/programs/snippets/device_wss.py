# pip install paho-mqtt
from json import loads
from urllib.parse import urlsplit

from paho.mqtt import subscribe

BROKER = urlsplit("YOUR_BROKER_URL")
CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control"
SECURE = BROKER.scheme == "wss"


def on_message(client, userdata, message):
    if message.topic == CONTROL:
        state = loads(message.payload).get("state", "off")
        print("Pin 13 is", state, flush=True)


subscribe.callback(
    on_message,
    CONTROL,
    qos=1,
    hostname=BROKER.hostname,
    port=BROKER.port or (443 if SECURE else 80),
    tls={} if SECURE else None,
    transport="websockets",
    client_id="YOUR_DEVICE_ID",
    auth={"username": "YOUR_DEVICE_ID:YOUR_USERNAME", "password": "YOUR_PASSWORD"},
)
