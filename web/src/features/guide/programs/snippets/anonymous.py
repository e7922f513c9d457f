# pip install paho-mqtt
from urllib.parse import urlsplit

from paho.mqtt import publish

BROKER = urlsplit("YOUR_BROKER_URL")
SECURE = BROKER.scheme == "wss"

publish.single(
    "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control",
    '{"state":"on"}',
    qos=1,
    hostname=BROKER.hostname,
    port=BROKER.port or (443 if SECURE else 80),
    tls={} if SECURE else None,
    transport="websockets",
    client_id="YOUR_API_KEY__laptop",
)
