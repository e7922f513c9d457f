# A test double of umqtt.simple 1.8's documented interface, as far as the programs use it. Packets are MQTT 3.1.1.
import socket
from struct import pack, unpack


class MQTTException(Exception):
    pass


def text(value):
    value = value.encode() if isinstance(value, str) else value
    return pack("!H", len(value)) + value


class MQTTClient:
    def __init__(self, client_id, server, port=0, user=None, password=None, keepalive=0, ssl=None):
        self.login = text(client_id) + text(user) + text(password)
        self.address, self.keepalive, self.ssl = (server, port), keepalive, ssl
        self.sock = self.callback = None
        self.pid = 0

    def set_callback(self, callback):
        self.callback = callback

    def send(self, kind, body):
        size, length = len(body), b""
        while size > 127:
            length += bytes([size & 127 | 128])
            size >>= 7
        # the library writes a packet in parts
        self.sock.write(bytes([kind]) + length + bytes([size]))
        self.sock.write(body)

    def receive(self):
        """Returns the kind and body of a packet, or None; calls the callback with a message."""
        head = self.sock.read(1)
        self.sock.setblocking(True)
        if head is None:
            return None
        if head == b"":
            raise OSError(-1)
        size = shift = 0
        while True:
            byte = self.sock.read(1)[0]
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        kind, body = head[0], self.sock.read(size)
        if kind >> 4 == 3:
            end = 2 + unpack("!H", body[:2])[0]
            has_id = kind & 6
            self.callback(body[2:end], body[end + 2 if has_id else end :])
            if has_id:
                self.send(0x40, body[end : end + 2])
        return kind, body

    def until(self, kind):
        while True:
            packet = self.receive()
            if packet and packet[0] == kind:
                return packet[1]

    def connect(self, clean_session=True, timeout=None):
        if self.sock:
            self.sock.close()
        self.sock = socket.socket()
        self.sock.settimeout(timeout)
        self.sock.connect(socket.getaddrinfo(*self.address)[0][-1])
        if self.ssl:
            self.sock = self.ssl.wrap_socket(self.sock, server_hostname=self.address[0])
        self.send(0x10, b"\0\4MQTT\4" + pack("!BH", 0xC0 | clean_session << 1, self.keepalive) + self.login)
        answer = self.sock.read(4)
        if answer[3] != 0:
            raise MQTTException(answer[3])

    def ping(self):
        self.sock.write(b"\xc0\0")

    def subscribe(self, topic, qos=0):
        self.pid += 1
        self.send(0x82, pack("!H", self.pid) + text(topic) + bytes([qos]))
        self.until(0x90)

    def publish(self, topic, message, retain=False, qos=0):
        self.pid += 1
        self.send(0x30 | qos << 1 | retain, text(topic) + pack("!H", self.pid) + message)
        while unpack("!H", self.until(0x40))[0] != self.pid:
            pass

    def wait_msg(self):
        self.receive()

    def check_msg(self):
        self.sock.setblocking(False)
        self.receive()
