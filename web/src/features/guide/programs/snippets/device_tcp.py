# pip install paho-mqtt
from json import loads

from paho.mqtt import subscribe

CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control"


def on_message(client, userdata, message):
    if message.topic == CONTROL:
        state = loads(message.payload).get("state", "off")
        print("Pin 13 is", state, flush=True)


subscribe.callback(
    on_message,
    CONTROL,
    qos=1,
    hostname="YOUR_TCP_HOST",
    port=YOUR_TCP_PORT,
    client_id="YOUR_DEVICE_ID",
    auth={"username": "YOUR_DEVICE_ID:YOUR_USERNAME", "password": "YOUR_PASSWORD"},
)
