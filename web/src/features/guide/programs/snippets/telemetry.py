# pip install paho-mqtt
from json import dumps
from random import random
from time import sleep
from urllib.parse import urlsplit

from paho.mqtt import client as mqtt

BROKER = urlsplit("YOUR_BROKER_URL")
TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry"


def temperature():
    return round(21 + random(), 1)  # your sensor goes here


version = getattr(mqtt, "CallbackAPIVersion", None)  # Paho 2 wants to know
client = mqtt.Client(
    *([version.VERSION2] if version else []),
    client_id="YOUR_DEVICE_ID",
    transport="websockets",
)
client.username_pw_set("YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD")
client.ws_set_options(path=BROKER.path)
if BROKER.scheme == "wss":
    client.tls_set()
client.connect(BROKER.hostname, BROKER.port or (443 if BROKER.scheme == "wss" else 80))
client.loop_start()
while True:
    values = {"temperature_c": temperature()}
    client.publish(TELEMETRY, dumps(values), qos=1).wait_for_publish()
    print("Told", values, flush=True)
    sleep(10)
