# pip install paho-mqtt
from json import dumps
from random import random
from threading import Event
from time import sleep
from urllib.parse import urlsplit

from paho.mqtt import client as mqtt

BROKER = urlsplit("YOUR_BROKER_URL")
TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry"
PORTS = {"ws": 80, "wss": 443, "mqtt": 1883}
connected = Event()


def temperature():
    return round(21 + random(), 1)  # your sensor goes here


def on_connect(client, userdata, flags, reason, properties=None):
    print(mqtt.connack_string(reason), flush=True)
    if reason == 0:
        connected.set()


# It reports at once after it has connected.
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
client.on_disconnect = lambda *_: connected.clear()
client.on_publish = lambda *_: print("Acknowledged", flush=True)
client.connect_async(BROKER.hostname, BROKER.port or PORTS[BROKER.scheme])
client.loop_start()  # connects again after each loss
while True:
    connected.wait()
    client.publish(TELEMETRY, dumps({"temperature_c": temperature()}), qos=1)
    sleep(10)
