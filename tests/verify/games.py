#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What 24 sounding voices of a game cost (bench/programs/voices.c): their share of a core at 48 kHz in buffers of 256 frames, the worst buffer
beside its period, and the bytes of the largest voice. Prints NAME VALUE SAMPLES SEED."""
import os
import re
import subprocess

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "bench", "programs", "voices")


def main():
    said = subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout
    sounding, worst, period, share = map(float, re.search(
        r"^playing +(\d+) sound in every buffer: .*worst ([\d.]+) ms of this thread.* of ([\d.]+) ms: ([\d.]+)% of a core", said, re.M).groups())
    voices = [int(size) for size in re.findall(r"(\d+) bytes a voice", said)]
    for name, value in (("sounding", sounding), ("core_percent", share), ("worst_buffer_percent", 100 * worst / period),
                        ("largest_voice_bytes", max(voices))):
        print("games", name, sep="_", end=f" {value:g} {int(sounding)} 0\n")


if __name__ == "__main__":
    main()
