# SPDX-License-Identifier: BSD-3-Clause
"""on_jack.py COMMAND...: runs it where JACK's dummy driver is the device (77: there is none), ends as it does. A
server that ends by itself, which is nothing of ours, is begun again, and the command with it."""
import os
import subprocess
import sys

from controls import Jack


def main():
    for _ in range(5):
        jack = Jack(os.environ["ROSIN"], 256)
        if not jack.process:
            return 77
        done = subprocess.run(sys.argv[1:], env=jack.env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        went = jack.process.poll() is not None
        jack.stop()
        if not went:
            break
        print(f"jackd ended by itself: {jack.said()}", file=sys.stderr)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
