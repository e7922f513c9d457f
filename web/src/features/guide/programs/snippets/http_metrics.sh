# Every device and value of the account, for Prometheus.
curl -H 'Authorization: Bearer YOUR_TOKEN' \
  'YOUR_API_URL/v0/values/metrics/'
