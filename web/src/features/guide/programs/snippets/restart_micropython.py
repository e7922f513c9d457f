# main.py on the board, with the file below beside it
import json

from machine import Pin
from mqtt_connection import Connection

WIFI = "YOUR_WIFI_NAME", "YOUR_WIFI_PASSWORD"
DEVICE = "YOUR_USER_ID/devices/YOUR_DEVICE_ID"

connection = Connection(
    WIFI, "YOUR_BROKER_URL", "YOUR_DEVICE_ID", "YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD"
)
pin = Pin(13, Pin.OUT, value=0)
lamp = {"state": None}


def on_message(topic, message):
    is_status = topic == DEVICE + "/status"
    if is_status and lamp["state"] is not None:
        return  # only at the start
    if not is_status and topic != DEVICE + "/control":
        return
    try:
        lamp["state"] = json.loads(message).get("state", "off")
    except (ValueError, AttributeError):
        return  # no command
    pin.value(lamp["state"] == "on")
    print("Pin 13 is", lamp["state"])
    if is_status:
        connection.report(DEVICE + "/telemetry", lamp)


# At its start it takes the last state from the status topic, and reports it.
connection.run([DEVICE + "/control", DEVICE + "/status"], on_message)
