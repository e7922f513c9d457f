# The last value of each name.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  'YOUR_API_URL/v0/devices/on-off/YOUR_DEVICE_ID/values/'

# One name over time, for a spreadsheet: at most 2,000 points.
curl -H 'Authorization: Bearer YOUR_TOKEN' -H 'Accept: text/csv' \
  'YOUR_API_URL/v0/devices/on-off/YOUR_DEVICE_ID/series/?key=temperature_c'
