#!/bin/sh
# FuseSource's MQTT client for Java, 1.16 (Debian 12, libmqtt-client-java), with host and port only.
# Guess: it speaks MQTT 3.1.1, as other clients do.
# It speaks MQTT 3.1: protocol name `MQIsdp`, level 3. A broker without that version refuses it with code 1, and one
# that keeps to 3.1 refuses a client id above 23 characters. `setVersion("3.1.1")` is needed; there is no MQTT 5.
#
# Needs Java 11 or later. Output seen:
#   default: MQIsdp 3
#   setVersion("3.1.1"): MQTT 4
set -eu
expected='default: MQIsdp 3
setVersion("3.1.1"): MQTT 4'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq -o APT::Sandbox::User=root download 'libmqtt-client-java=1.16-*' 'libhawtbuf-java=1.11-*' \
  'libhawtdispatch-java=1.22-*'
for package in ./*.deb; do dpkg -x "$package" .; done
cat >Check.java <<'JAVA'
import java.net.*;
import org.fusesource.mqtt.client.*;

public class Check {
  public static void main(String[] given) throws Exception {
    System.out.println("default: " + protocol(null));
    System.out.println("setVersion(\"3.1.1\"): " + protocol("3.1.1"));
    System.exit(0);
  }

  static String protocol(String version) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(30_000);
      MQTT mqtt = new MQTT();
      mqtt.setHost("127.0.0.1", server.getLocalPort());
      if (version != null) mqtt.setVersion(version);
      mqtt.futureConnection().connect();
      byte[] bytes = server.accept().getInputStream().readNBytes(16);
      int length = bytes[3];
      return new String(bytes, 4, length, "US-ASCII") + " " + bytes[4 + length];
    }
  }
}
JAVA
seen=$(java -cp 'usr/share/java/*' Check.java)
printf '%s\n' "$seen"
test "$seen" = "$expected"
