#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A Standard MIDI File as events of host_lv2: midi_events.py FILE RATE"""
import math
import sys


def number(data, at):
    """A quantity of variable length."""
    value = 0
    while True:
        value = value << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return value, at


def track(data):
    """(tick, order, message), and (tick, tempo)."""
    at = tick = 0
    status = None
    while at < len(data):
        step, at = number(data, at)
        tick += step
        if data[at] >= 128:
            status = data[at]
            at += 1
        if status == 0xff:
            size, after = number(data, at + 1)
            if data[at] == 0x51:
                yield tick, int.from_bytes(data[after:after + size], "big")
            at = after + size
        elif status in (0xf0, 0xf7):
            size, at = number(data, at)
            at += size
        else:
            size = 1 if status & 0xe0 == 0xc0 else 2
            yield tick, bytes([status]) + data[at:at + size]
            at += size


def timed(data):
    """(s, message) of all tracks, in order."""
    division, at, events = int.from_bytes(data[12:14], "big"), 14, []
    while at < len(data):
        size = int.from_bytes(data[at + 4:at + 8], "big")
        events += track(data[at + 8:at + 8 + size])
        at += 8 + size
    events.sort(key=lambda e: (e[0], not isinstance(e[1], int)))
    time, tick, tempo = 0.0, 0, 500000
    for when, what in events:
        time += (when - tick) * tempo / 1e6 / division
        tick = when
        if isinstance(what, int):
            tempo = what
        else:
            yield time, what


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    rate = float(sys.argv[2])
    for time, message in timed(data):
        if len(message) == 3:
            print(math.ceil(time * rate - 1e-6), "midi", *message)


if __name__ == "__main__":
    main()
