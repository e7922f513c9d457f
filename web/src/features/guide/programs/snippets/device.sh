# apt install mosquitto-clients
mosquitto_sub -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 \
  -i 'YOUR_DEVICE_ID' \
  -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD' \
  -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/control'
