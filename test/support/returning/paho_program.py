"""A program as its maker writes it with Eclipse Paho: the library reconnects by itself."""

import sys

import paho.mqtt.client as mqtt

host, port, client_id, username, password = sys.argv[1:6]
options = {"client_id": client_id}
if hasattr(mqtt, "CallbackAPIVersion"):
    options["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION1
client = mqtt.Client(**options)
client.username_pw_set(username, password)
client.connect(host, int(port))
client.loop_forever(retry_first_connection=True)
