# A test double of the documented pins.
class Pin:
    OUT = 1

    def __init__(self, id, mode=None, value=None):
        self.id = id

    def value(self, level):
        print("pin", self.id, int(level), sep="\t")


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.pin = pin

    def duty_u16(self, duty):
        print("pin", self.pin.id, duty, sep="\t")
