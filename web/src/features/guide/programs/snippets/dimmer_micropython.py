# main.py on the board, with the file below beside it
import json

from machine import PWM, Pin
from mqtt_connection import Connection

WIFI = "YOUR_WIFI_NAME", "YOUR_WIFI_PASSWORD"
DEVICE = "YOUR_USER_ID/devices/YOUR_DEVICE_ID"

connection = Connection(
    WIFI, "YOUR_BROKER_URL", "YOUR_DEVICE_ID", "YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD"
)
pin = PWM(Pin(13), freq=5000, duty_u16=0)
lamp = {"state": "off", "brightness": 100}


def on_message(topic, message):
    if topic != DEVICE + "/control":
        return
    try:
        lamp.update(json.loads(message))  # only the keys of this command
    except (ValueError, TypeError):
        return  # no command
    pin.duty_u16(lamp["brightness"] * 65535 // 100 if lamp["state"] == "on" else 0)
    print("Lamp", lamp["state"], lamp["brightness"])
    connection.report(DEVICE + "/telemetry", {"brightness": lamp["brightness"]})


# At its start the lamp is off, until the device is switched or is sent its last state.
connection.run([DEVICE + "/control"], on_message)
