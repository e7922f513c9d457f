"""A lamp as its maker writes it with Eclipse Paho, and no more than host, port, user name and password."""

import sys

import paho.mqtt.client as mqtt

host, port, transport, username, password = sys.argv[1:6]
CONFIG = '{"name": "Lamp", "command_topic": "lamp/set", "state_topic": "lamp/state"}'


def on_connect(client, userdata, flags, reason):
    print("connected", reason, flush=True)
    client.publish("homeassistant/light/lamp/config", CONFIG, qos=1, retain=True)
    client.subscribe("lamp/set", 1)
    client.publish("lamp/available", "online", qos=1, retain=True)


def on_subscribe(client, userdata, mid, granted):
    print("subscribed", granted, flush=True)


def on_message(client, userdata, message):
    client.publish("lamp/state", message.payload, qos=1, retain=True)


options = {"transport": transport}
# Paho 2 wants to know which signature its callbacks have.
if hasattr(mqtt, "CallbackAPIVersion"):
    options["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION1
client = mqtt.Client(**options)
client.on_connect = on_connect
client.on_subscribe = on_subscribe
client.on_message = on_message
client.username_pw_set(username, password)
client.will_set("lamp/available", "offline", qos=1, retain=True)
if transport == "websockets":
    # Home Assistant's default, and what browsers ask for who were told no path
    client.ws_set_options(path="/")
client.connect(host, int(port))
client.loop_forever()
