# The retained message of a topic, as it was published.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  'YOUR_API_URL/v0/messages/lamp/state'

# All below a topic; %23 is #.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  'YOUR_API_URL/v0/messages/?filter=lamp/%23'
