# Waits up to 5 seconds for the device to take it.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  -H 'Content-Type: application/json' \
  -d '{"state":true,"wait":5}' \
  'YOUR_API_URL/v0/devices/on-off/YOUR_DEVICE_ID/switch/'
