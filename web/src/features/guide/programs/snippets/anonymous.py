# pip install paho-mqtt
from urllib.parse import urlsplit

from paho.mqtt import publish

BROKER = urlsplit("YOUR_BROKER_URL")
PORTS = {"ws": 80, "wss": 443, "mqtt": 1883}

publish.single(
    "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control",
    '{"state":"on"}',
    qos=1,
    hostname=BROKER.hostname,
    port=BROKER.port or PORTS[BROKER.scheme],
    tls={} if BROKER.scheme == "wss" else None,
    transport="websockets" if BROKER.scheme.startswith("ws") else "tcp",
    client_id="YOUR_API_KEY__laptop",
)
