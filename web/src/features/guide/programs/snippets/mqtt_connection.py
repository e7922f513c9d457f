# Save it beside main.py on the board. Once: mpremote mip install umqtt.simple
import json
import random
import time
from binascii import b2a_base64

import network
from umqtt.simple import MQTTClient

PORTS = {"mqtt": 1883, "ws": 80, "wss": 443}
CA_FILE = "ca.der"  # for wss: the root certificate of your broker's authority


def random_bytes(count):
    return bytes(random.getrandbits(8) for _ in range(count))


def secure(sock, host):
    import ntptime
    import ssl

    ntptime.settime()  # certificates are valid for a time
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cafile=CA_FILE)
    return context.wrap_socket(sock, server_hostname=host)


class WebSocket:
    """Puts the packets of umqtt.simple into frames (RFC 6455)."""

    def __init__(self, scheme, place, path):
        self.scheme, self.place, self.path = scheme, place, path

    def wrap_socket(self, sock, server_hostname):
        self.sock = secure(sock, server_hostname) if self.scheme == "wss" else sock
        self.data, self.blocking = b"", True
        headers = (
            ("Host", self.place),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", b2a_base64(random_bytes(16)).decode().strip()),
            ("Sec-WebSocket-Protocol", "mqtt"),
        )
        lines = ["GET %s HTTP/1.1" % self.path] + ["%s: %s" % header for header in headers]
        self.sock.write("\r\n".join(lines + ["", ""]).encode())
        status = self.sock.readline()
        while self.sock.readline().strip():
            pass
        if b" 101" not in status:
            raise OSError(status)
        return self

    def setblocking(self, blocking):
        self.blocking = blocking
        self.sock.setblocking(blocking)

    def close(self):
        self.sock.close()

    def read(self, count):
        while len(self.data) < count:
            head = self.sock.read(2)
            if not head:
                return head  # None: nothing there yet; empty: the end
            self.sock.setblocking(True)
            if len(head) == 1:
                head += self.sock.read(1)
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.sock.read(2 if size == 126 else 8), "big")
            body = self.sock.read(size)
            kind = head[0] & 15
            if kind == 8:
                return b""
            if kind == 9:
                self.send(10, body)
            elif kind < 3:
                self.data += body
            self.sock.setblocking(self.blocking)
        part, self.data = self.data[:count], self.data[count:]
        return part

    def write(self, data, count=None):
        data = data.encode() if isinstance(data, str) else bytes(data)
        self.send(2, data if count is None else data[:count])

    def send(self, kind, data):
        mask, size = random_bytes(4), len(data)
        head = bytes([128 | kind, 128 | size] if size < 126 else [128 | kind, 254, size >> 8, size & 255])
        self.sock.write(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))


class Connection:
    """Stays connected. The url begins with mqtt:, ws: or wss:."""

    def __init__(self, wifi, url, client_id, user, password):
        scheme, rest = url.split("://")
        place, path = (rest.split("/", 1) + [""])[:2]
        host, port = (place.split(":") + [PORTS[scheme]])[:2]
        layer = None if scheme == "mqtt" else WebSocket(scheme, place, "/" + path)
        self.wifi = wifi
        self.mqtt = MQTTClient(
            client_id, host, int(port), user.encode(), password.encode(), keepalive=60, ssl=layer
        )

    def connect(self, topics):
        station = network.WLAN(network.STA_IF)
        station.active(True)
        if not station.isconnected():
            station.connect(*self.wifi)
        self.mqtt.connect(timeout=10)
        for topic in topics:
            self.mqtt.subscribe(topic, 1)
        print("connected")

    def report(self, topic, values):
        self.mqtt.pid %= 65535  # the library counts on, and 0 is no id of a packet
        self.mqtt.publish(topic, json.dumps(values).encode(), qos=1)  # until it is acknowledged

    def run(self, topics, on_message, every_ms=30000, regularly=None):
        """Calls on_message(topic, message), and regularly() after connecting and then every so often."""
        self.mqtt.set_callback(lambda topic, message: on_message(topic.decode(), message))
        regularly = regularly or self.mqtt.ping
        while True:
            try:
                self.connect(topics)
                done = time.ticks_add(time.ticks_ms(), -every_ms)
                while True:
                    if time.ticks_diff(time.ticks_ms(), done) >= every_ms:
                        done = time.ticks_ms()
                        regularly()
                    self.mqtt.check_msg()
                    time.sleep_ms(50)
            except Exception as error:  # the library raises others than OSError, too
                print("not connected:", repr(error))
                time.sleep(5)
