# A test double of the documented stream sockets, over the sockets of the test's Node.
from binascii import hexlify, unhexlify

import bench


class socket:
    def __init__(self):
        self.id = None
        self.blocking = True

    def settimeout(self, seconds):
        self.blocking = seconds != 0

    def setblocking(self, blocking):
        self.blocking = blocking

    def connect(self, address):
        self.id = bench.open(*address)
        if self.id < 0:
            raise OSError(111)

    def read(self, count):
        data = b""
        while len(data) < count:
            part = bench.receive(self.id, count - len(data), self.blocking)
            if part == "nothing":
                return data or None
            if part == "end":
                return data
            data += unhexlify(part)
        return data

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, data, count=None):
        data = data.encode() if isinstance(data, str) else bytes(data)
        data = data if count is None else data[:count]
        if not bench.send(self.id, hexlify(data).decode()):
            raise OSError(104)
        return len(data)

    def close(self):
        if self.id is not None:
            bench.close(self.id)


def getaddrinfo(host, port):
    return [(2, 1, 0, "", (host, port))]
