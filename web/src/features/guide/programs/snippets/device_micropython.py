# main.py on the board, with the file below beside it
import json

from machine import Pin
from mqtt_connection import Connection

WIFI = "YOUR_WIFI_NAME", "YOUR_WIFI_PASSWORD"
CONTROL = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/control"

connection = Connection(
    WIFI, "YOUR_BROKER_URL", "YOUR_DEVICE_ID", "YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD"
)
pin = Pin(13, Pin.OUT, value=0)


def on_message(topic, message):
    if topic != CONTROL:
        return
    try:
        state = json.loads(message).get("state", "off")
    except (ValueError, AttributeError):
        return  # no command
    pin.value(state == "on")
    print("Pin 13 is", state)


# At its start the pin is off, until the device is switched or is sent its last state.
connection.run([CONTROL], on_message)
