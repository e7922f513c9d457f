# apt install mosquitto-clients
set -- -h 'YOUR_TCP_HOST' -p YOUR_TCP_PORT -q 1 -u 'YOUR_DEVICE_ID:YOUR_USERNAME' -P 'YOUR_PASSWORD'
control='YOUR_USER_ID/devices/YOUR_DEVICE_ID/control'

# At its start it waits until the device is switched or is sent its last state.
until mosquitto_sub "$@" -i 'YOUR_DEVICE_ID' -t "$control" -F '%t %p'; do
  sleep 5 # and again
done | while read -r topic command; do
  if [ "$topic" != "$control" ]; then continue; fi
  case $command in
    *'"on"'*) echo 'Pin 13 is on' ;;
    '{'*) echo 'Pin 13 is off' ;;
  esac
done
