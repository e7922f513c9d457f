# main.py on the board, with the file below beside it
from mqtt_connection import Connection

WIFI = "YOUR_WIFI_NAME", "YOUR_WIFI_PASSWORD"
TELEMETRY = "YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry"

connection = Connection(
    WIFI, "YOUR_BROKER_URL", "YOUR_DEVICE_ID", "YOUR_DEVICE_ID:YOUR_USERNAME", "YOUR_PASSWORD"
)


def temperature():
    return 21.5  # your sensor goes here


def report():
    connection.report(TELEMETRY, {"temperature_c": temperature()})
    print("Acknowledged")


# It reports at once after it has connected.
connection.run([], lambda topic, message: None, 10_000, report)
