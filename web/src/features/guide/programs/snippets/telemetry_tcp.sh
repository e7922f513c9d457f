# apt install mosquitto-clients
set -- -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD'

# your sensor goes here
report() {
  while echo "{\"temperature_c\":21.5}"; do sleep 10; done
}

# It reports at once after it has connected.
until report | mosquitto_pub "$@" -i 'YOUR_DEVICE_ID' -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry' -l; do
  sleep 5 # and again
done
