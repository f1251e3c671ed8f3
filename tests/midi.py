#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes Standard MIDI Files for tests and figures: midi.py scale|tune FILE, or from Python
write(path, events) with (seconds, bytes)."""
import struct
import sys


def varlen(n):
    out = [n & 127]
    while n > 127:
        n >>= 7
        out.append((n & 127) | 128)
    return bytes(reversed(out))


def write(path, events, ticks=480):
    """Events (seconds, (status, data...)) at 120 quarter notes a minute: 960 ticks a second."""
    body, last = b"", 0
    for seconds, message in sorted(events, key=lambda e: e[0]):
        at = round(seconds * 2 * ticks)
        body += varlen(at - last) + bytes(message)
        last = at
    body += b"\x00\xff\x2f\x00"
    with open(path, "wb") as f:
        f.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, ticks))
        f.write(b"MTrk" + struct.pack(">I", len(body)) + body)


def note(at, key, length, velocity=80, channel=0):
    return [(at, (0x90 | channel, key, velocity)), (at + length, (0x80 | channel, key, 0))]


def control(at, number, value, channel=0):
    return [(at, (0xb0 | channel, number, value))]


def scale():
    """Three octaves, a note every 1.2 s."""
    events = []
    for i, key in enumerate(range(36, 73)):
        events += note(1.2 * i, key, 1.1)
    return events


# A tune of our own, in G: phrases of (key or None, quarters, slurred to the next)
PHRASES = [
    [(55, 2, 0), (59, 1, 1), (62, 1, 0), (64, 2, 1), (62, 1, 1), (59, 1, 0), (60, 1.5, 1), (59, .5, 0), (57, 1, 1),
     (55, 1, 0), (57, 3, 0), (None, 1, 0)],
    [(55, 2, 0), (59, 1, 1), (62, 1, 0), (67, 2, 1), (66, 1, 1), (64, 1, 0), (62, 1, 1), (60, 1, 1), (59, 1, 1),
     (57, 1, 0), (55, 3, 0), (None, 1, 0)],
    [(43, 1, 0), (50, 1, 0), (55, 1, 0), (59, 1, 0), (62, 2, 1), (64, .5, 1), (62, .5, 1), (60, .5, 1), (59, .5, 0),
     (57, 1, 1), (60, 1, 0), (64, 1, 1), (67, 1, 0), (66, 2, 1), (62, 2, 0)],
    [(40, 1, 0), (47, 1, 0), (52, 1, 0), (55, 1, 0), (59, 2, 1), (60, .5, 1), (59, .5, 1), (57, .5, 1), (55, .5, 0),
     (54, 1, 1), (57, 1, 0), (60, 1, 1), (64, 1, 0), (62, 3, 0), (None, 1, 0)],
    [(55, 2, 0), (59, 1, 1), (62, 1, 0), (64, 2, 1), (62, 1, 1), (59, 1, 0), (60, 1.5, 1), (59, .5, 0), (57, 1, 1),
     (54, 1, 0), (55, 4, 0), (43, 2, 0)],
]


def tune(quarter=0.72):
    """A bit over a minute: slurs overlap, loudness follows the phrase, a double stop ends it."""
    events, at = control(0, 11, 70), 0.2
    for p, phrase in enumerate(PHRASES):
        whole = sum(q for _, q, _ in phrase)
        done = 0
        for key, quarters, slurred in phrase:
            arch = 1 - abs(2 * done / whole - 1)
            events += control(at, 11, int(52 + 38 * arch + 6 * (p == 2)))
            if key is not None:
                length = quarters * quarter
                events += note(at, key, length + (0.06 if slurred else -0.04), 72 + int(20 * arch))
            at += quarters * quarter
            done += quarters
    events += note(at, 43, 3.2, 90) + note(at, 50, 3.2, 90)
    return events


if __name__ == "__main__":
    write(sys.argv[2], {"scale": scale, "tune": tune}[sys.argv[1]]())
