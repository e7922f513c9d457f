# A test double of the documented context of a TLS client; Node verifies the server.
import bench

PROTOCOL_TLS_CLIENT = 0
CERT_NONE, CERT_REQUIRED = 0, 2


class SSLContext:
    def __init__(self, protocol):
        self.verify_mode = CERT_NONE
        self.cafile = None

    def load_verify_locations(self, cafile):
        self.cafile = cafile

    def wrap_socket(self, sock, server_hostname):
        if self.verify_mode != CERT_REQUIRED or self.cafile != "ca.der":
            raise ValueError("the server is not verified")
        if not bench.secure(sock.id, server_hostname):
            raise OSError(113)
        return sock
