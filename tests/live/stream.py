# SPDX-License-Identifier: BSD-3-Clause
"""A dense stream of random gestures, over MIDI and OSC together, as wild as hands can be:
notes of 30 to 600 ms on channels of their own with bends and pressure, controllers,
and the scene's keys within their faders' ranges, a part of them in bundles for a little
later."""
import heapq
import os
import time

from controls import bundle, osc

CONTROLLERS = (1, 2, 5, 11, 68, 74, 76, 77, 78)
HANDS = ("force", "velocity", "position", "finger", "mute")


class Stream:
    def __init__(self, play, rng, keys, rate):
        """`keys`: lowest and highest; `rate`: of each kind, events a second."""
        self.play, self.rng, self.low, self.high, self.rate = play, rng, *keys, rate
        self.targets = [t for t in play.targets() if "/hand" not in t[0]
                        and (t[0].startswith("/player") or t[0].rsplit("/", 1)[1] in HANDS)]
        self.offs, self.sent = [], 0

    def midi(self, now):
        rng = self.rng
        kind, channel = rng.random(), rng.randrange(1, 16)
        if kind < 0.1:
            key = rng.randrange(self.low, self.high)
            heapq.heappush(self.offs, (now + rng.uniform(0.03, 0.6), channel, key))
            return bytes([0x90 | channel, key, rng.randrange(1, 128)])
        if kind < 0.6:
            return bytes([0xb0 | channel, rng.choice(CONTROLLERS), rng.randrange(128)])
        if kind < 0.8:
            return bytes([0xe0 | channel, rng.randrange(128), rng.randrange(128)])
        return bytes([0xd0 | channel, rng.randrange(128)])

    def osc(self):
        rng = self.rng
        path, low, high = rng.choice(self.targets)
        message = osc(path, rng.uniform(low, high))
        if rng.random() < 0.2:
            return bundle(time.time() + rng.uniform(0, 0.05), message,
                          osc("/cc", rng.choice(CONTROLLERS), rng.random()))
        return message

    def run(self, seconds, tick=0.01):
        """Send for so long; how many events."""
        start = time.time()
        count = 0.0
        while (now := time.time()) < start + seconds:
            while count < (now - start) * self.rate:
                os.write(self.play.midi, self.midi(now))
                self.play.osc(self.osc())
                count, self.sent = count + 1, self.sent + 2
            while self.offs and self.offs[0][0] <= now:
                _, channel, key = heapq.heappop(self.offs)
                os.write(self.play.midi, bytes([0x80 | channel, key, 64]))
                self.sent += 1
            time.sleep(tick)
        return self.sent
