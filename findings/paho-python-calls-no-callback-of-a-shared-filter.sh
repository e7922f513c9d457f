#!/bin/sh
# paho-mqtt 1.6.1 for Python (Debian 12, python3-paho-mqtt), MQTT 5, a shared subscription.
# Guess: a callback that is added for `$share/workers/jobs/#`, the filter that was subscribed, gets its messages.
# The client compares that text with the topic of the message, so the callback is never called, and `on_message` is.
# Without `on_message` the message is acknowledged to the broker and lost. The callback has to be added for `jobs/#`.
#
# Output seen:
#   callback of $share/workers/jobs/#: 0
#   callback of jobs/#: 1
set -eu
expected='callback of $share/workers/jobs/#: 0
callback of jobs/#: 1'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'python3-paho-mqtt=1.6.1-*'
dpkg -x ./python3-paho-mqtt*.deb .
cat >check.py <<'PY'
import socket
import threading

import paho.mqtt.client as mqtt

CONNACK = bytes([0x20, 3, 0, 0, 0])
PUBLISH = bytes([0x30, 10, 0, 6]) + b"jobs/1" + bytes([0]) + b"x"


def serve(server):
    """A broker for one client: it accepts its subscription and delivers one message."""
    connection, _ = server.accept()
    connection.recv(1024)
    connection.sendall(CONNACK)
    subscribe = connection.recv(1024)
    connection.sendall(bytes([0x90, 4, subscribe[2], subscribe[3], 0, 0]) + PUBLISH)
    connection.recv(1024)


def calls_of(added):
    calls, delivered = [], threading.Event()
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(server,), daemon=True).start()
    client = mqtt.Client("worker", protocol=mqtt.MQTTv5)
    client.message_callback_add(added, lambda *_: (calls.append(1), delivered.set()))
    client.on_message = lambda *_: delivered.set()
    client.on_connect = lambda *_: client.subscribe("$share/workers/jobs/#")
    client.connect("127.0.0.1", server.getsockname()[1])
    client.loop_start()
    assert delivered.wait(30)
    client.disconnect()
    client.loop_stop()
    return len(calls)


for added in ("$share/workers/jobs/#", "jobs/#"):
    print(f"callback of {added}: {calls_of(added)}")
PY
seen=$(PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 check.py)
printf '%s\n' "$seen"
test "$seen" = "$expected"
