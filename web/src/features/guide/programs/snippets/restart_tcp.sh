# apt install mosquitto-clients
set -- -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD'
control='YOUR_USER_ID/devices/YOUR_DEVICE_ID/control'
status='YOUR_USER_ID/devices/YOUR_DEVICE_ID/status'
state=

# At its start it takes the last state from the status topic, and reports it.
until mosquitto_sub "$@" -i 'YOUR_DEVICE_ID' -t "$control" -t "$status" -F '%t %p'; do
  sleep 5 # and again
done | while read -r topic message; do
  case $topic in
    "$control") ;;
    "$status") if [ -n "$state" ]; then continue; fi ;; # only at the start
    *) continue ;;
  esac
  case $message in
    *'"on"'*) state=on ;;
    '{'*) state=off ;;
    *) continue ;;
  esac
  echo "Pin 13 is $state"
  if [ "$topic" = "$status" ]; then
    mosquitto_pub "$@" -i 'YOUR_DEVICE_ID-report' -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry' -m "{\"state\":\"$state\"}"
  fi
done
