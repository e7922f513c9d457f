mosquitto_pub -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 \
  -i 'YOUR_API_KEY__terminal' \
  -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/control' \
  -m '{"state":"on"}'
