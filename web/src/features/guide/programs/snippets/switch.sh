mosquitto_pub -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 \
  -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD' \
  -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/control' \
  -m '{"state":"on"}'
