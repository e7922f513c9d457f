"""A device as a maker writes it with Eclipse Paho: connects over WebSocket, TCP or TLS, subscribes, prints what it receives."""

import json
import sys

import paho.mqtt.client as mqtt

host, port, path, version, client_id, username, password, topic, qos, ca_file = sys.argv[1:11]


def say(**event):
    print(json.dumps(event), flush=True)


def make_client():
    protocol = {"3": mqtt.MQTTv31, "4": mqtt.MQTTv311, "5": mqtt.MQTTv5}[version]
    options = {"client_id": client_id, "transport": "websockets" if path else "tcp", "protocol": protocol}
    # Paho 2 wants to know which signature its callbacks have.
    if hasattr(mqtt, "CallbackAPIVersion"):
        return mqtt.Client(mqtt.CallbackAPIVersion.VERSION1, **options)
    return mqtt.Client(**options)


def on_connect(client, userdata, flags, reason, properties=None):
    code = getattr(reason, "value", reason)
    say(event="connected", code=code)
    if code == 0 and topic:
        client.subscribe(topic, int(qos))


def on_subscribe(client, userdata, mid, granted, properties=None):
    say(event="subscribed", granted=[getattr(code, "value", code) for code in granted])


def on_message(client, userdata, message):
    say(event="message", topic=message.topic, payload=message.payload.decode(), qos=message.qos)


client = make_client()
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
if path:
    client.ws_set_options(path=path)
if ca_file:
    client.tls_set(ca_file)
if username:
    client.username_pw_set(username, password or None)
client.connect(host, int(port), keepalive=60)
client.loop_forever()
