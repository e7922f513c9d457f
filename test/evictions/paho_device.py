"""A device of Eclipse Paho with a kept session: it reconnects by itself, reads its topic, and publishes to others in turn."""

import itertools
import json
import os
import random
import sys
import time

import paho.mqtt.client as mqtt

port, path, client_id, own_topic, seconds, *other_topics = sys.argv[1:]
name = client_id.split("__")[-1]


def say(**event):
    # one write: two threads use it
    os.write(1, f"{json.dumps(event)}\n".encode())


def on_connect(client, userdata, flags, code):
    say(event="connected", code=code)
    client.subscribe(own_topic, 1)


client = mqtt.Client(client_id=client_id, clean_session=False, transport="websockets")
client.on_connect = on_connect
client.on_subscribe = lambda client, userdata, mid, granted: say(event="subscribed")
client.on_message = lambda client, userdata, message: say(event="message", id=message.payload.decode())
client.ws_set_options(path=path)
client.connect("127.0.0.1", int(port), keepalive=60)
client.loop_start()
random.shuffle(other_topics)
for count, topic in enumerate(itertools.cycle(other_topics), 1):
    time.sleep(float(seconds))
    message = f"{name}-{count}"
    try:
        # waits for its PUBACK, also over a reconnection
        client.publish(topic, message, 1).wait_for_publish()
        say(event="acknowledged", id=message, topic=topic)
    except RuntimeError:
        # published without a connection
        continue
