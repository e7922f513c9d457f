# The answer says how many readers it reached.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  -d on \
  'YOUR_API_URL/v0/messages/lamp/set?qos=1'
