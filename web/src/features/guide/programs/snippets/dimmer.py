# pip install paho-mqtt
from json import dumps, loads
from urllib.parse import urlsplit

from paho.mqtt import subscribe

BROKER = urlsplit("YOUR_BROKER_URL")
DEVICE = "YOUR_USER_ID/devices/YOUR_DEVICE_ID"
SECURE = BROKER.scheme == "wss"
lamp = {"state": "off", "brightness": 100}


def on_message(client, userdata, message):
    if message.topic != DEVICE + "/control":
        return
    lamp.update(loads(message.payload))  # only the keys of this command
    print("Lamp", lamp["state"], lamp["brightness"], flush=True)
    report = dumps({"brightness": lamp["brightness"]})
    client.publish(DEVICE + "/telemetry", report, qos=1)


subscribe.callback(
    on_message,
    DEVICE + "/control",
    qos=1,
    hostname=BROKER.hostname,
    port=BROKER.port or (443 if SECURE else 80),
    tls={} if SECURE else None,
    transport="websockets",
    client_id="YOUR_DEVICE_ID",
    auth={"username": "YOUR_DEVICE_ID:YOUR_USERNAME", "password": "YOUR_PASSWORD"},
)
