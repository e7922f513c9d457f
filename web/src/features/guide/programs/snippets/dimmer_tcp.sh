# apt install mosquitto-clients
set -- -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD'
control='YOUR_USER_ID/devices/YOUR_DEVICE_ID/control'
state=off
brightness=100 # percent

# At its start the lamp is off, until the device is switched or is sent its last state.
until mosquitto_sub "$@" -i 'YOUR_DEVICE_ID' -t "$control" -F '%t %p'; do
  sleep 5 # and again
done | while read -r topic command; do
  if [ "$topic" != "$control" ]; then continue; fi
  case $command in
    *'"on"'*) state=on ;;
    *'"off"'*) state=off ;;
    '{'*) ;;
    *) continue ;;
  esac
  value=$(echo "$command" | sed -n 's/.*"brightness": *\([0-9]*\).*/\1/p')
  brightness=${value:-$brightness}
  echo "Lamp $state $brightness"
  mosquitto_pub "$@" -i 'YOUR_DEVICE_ID-report' -t 'YOUR_USER_ID/devices/YOUR_DEVICE_ID/telemetry' -m "{\"brightness\":$brightness}"
done
