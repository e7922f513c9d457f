"""A user's test with pytest and Eclipse Paho: every acknowledged message arrives, whatever happens to the broker."""

import os
import threading
import time

import paho.mqtt.client as mqtt

MESSAGES = 20
# The test goes on until the reader has connected this often.
CONNECTIONS = int(os.environ.get("CONNECTIONS", "1"))
# It publishes at least this long, so that a fault that is due after a time happens.
SECONDS = float(os.environ.get("SECONDS", "0"))


class Client:
    """A session that the broker keeps; Paho reconnects by itself."""

    def __init__(self, name):
        self.connections, self.acknowledged, self.received = 0, set(), set()
        self.subscribed = threading.Event()
        options = {"client_id": name, "clean_session": False}
        # Paho 2 wants to know which signature its callbacks have.
        if hasattr(mqtt, "CallbackAPIVersion"):
            options["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION1
        self.paho = mqtt.Client(**options)
        self.paho.on_connect = self.on_connect
        self.paho.on_subscribe = lambda *_: self.subscribed.set()
        self.paho.on_publish = lambda client, data, mid: self.acknowledged.add(mid)
        self.paho.on_message = lambda client, data, message: self.received.add(message.payload.decode())
        self.paho.username_pw_set(os.environ["MQTT_USERNAME"], os.environ["MQTT_PASSWORD"])
        self.paho.reconnect_delay_set(1, 2)
        self.paho.connect_async(os.environ["MQTT_HOST"], int(os.environ["MQTT_PORT"]), keepalive=10)
        self.paho.loop_start()

    def on_connect(self, client, data, flags, code):
        # The broker fell asleep while it answered: "server unavailable". Paho connects again.
        if code == 3:
            return
        assert code == 0
        self.connections += 1
        if not self.subscribed.is_set():
            client.subscribe("greenhouse/#", 1)


def wait(condition):
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_every_acknowledged_message_arrives():
    reader, publisher = Client("reader"), Client("publisher")
    wait(reader.subscribed.is_set)
    sent, end = {}, time.monotonic() + SECONDS
    while len(sent) < MESSAGES or reader.connections < CONNECTIONS or time.monotonic() < end:
        text = str(len(sent))
        sent[text] = publisher.paho.publish("greenhouse/temperature", text, qos=1).mid
        time.sleep(0.05)
    wait(lambda: set(sent.values()) <= publisher.acknowledged)
    wait(lambda: reader.received == set(sent))
    for client in (publisher, reader):
        client.paho.disconnect()
        client.paho.loop_stop()
