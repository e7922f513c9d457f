"""A user's test with pytest: the device takes a command that is sent over HTTP."""

import json
import os
import urllib.request

URL = os.environ["SWITCHYARD_URL"]
DEVICE = f"{URL}/v0/devices/on-off/{os.environ['DEVICE_ID']}/"


def call(method, url, body=None):
    headers = {"Authorization": f"Bearer {os.environ['SWITCHYARD_TOKEN']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_the_device_takes_a_command():
    call("POST", f"{DEVICE}switch/", {"state": True, "wait": 10})
    device = call("GET", DEVICE)
    assert device["state"] is True
    assert device["taken"] is True
