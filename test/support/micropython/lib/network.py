# A test double of the documented station: its network is there from the second look on.
STA_IF = 0


class WLAN:
    looks = 0

    def __init__(self, interface):
        pass

    def active(self, active):
        pass

    def isconnected(self):
        WLAN.looks += 1
        return WLAN.looks > 1

    def connect(self, name, password):
        pass
