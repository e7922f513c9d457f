#!/bin/sh
# asyncio-mqtt 0.16.1 (Debian 12, python3-asyncio-mqtt): `message.topic.matches(filter)`, which a program sorts its
# messages by.
# Guess: it gives what the broker's subscription gave.
# `sport/#` includes `sport` (4.7.1.2 of MQTT 3.1.1), and a wildcard at the start does not include topics that begin
# with `$` (4.7.2). It says the opposite of both: the broker delivers a message on `sport`, and no branch of the
# program takes it. paho-mqtt 1.6.1, which it wraps, knows both rules.
#
# Output seen (asyncio-mqtt, paho-mqtt):
#   sport/# sport: False True
#   # $SYS/broker/uptime: True False
#   +/broker $SYS/broker: True False
#   sport/# sport/tennis: True True
set -eu
expected='sport/# sport: False True
# $SYS/broker/uptime: True False
+/broker $SYS/broker: True False
sport/# sport/tennis: True True'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'python3-asyncio-mqtt=0.16.1-*' 'python3-paho-mqtt=1.6.1-*'
for package in ./*.deb; do dpkg -x "$package" .; done
cat >check.py <<'PY'
from asyncio_mqtt import Topic
from paho.mqtt.client import topic_matches_sub

CASES = [
    ("sport/#", "sport"),
    ("#", "$SYS/broker/uptime"),
    ("+/broker", "$SYS/broker"),
    ("sport/#", "sport/tennis"),
]
for pattern, topic in CASES:
    print(f"{pattern} {topic}: {Topic(topic).matches(pattern)} {topic_matches_sub(pattern, topic)}")
PY
seen=$(PYTHONPATH=usr/lib/python3/dist-packages /usr/bin/python3 check.py)
printf '%s\n' "$seen"
test "$seen" = "$expected"
