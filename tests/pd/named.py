# SPDX-License-Identifier: BSD-3-Clause
"""Whether who takes a name for another is told which there are: laws and surfaces, points of a form."""
import sys

from pdrun import Patch

ASKED = {"rosin.friction~ - nobody no-such-law": ("there are: elastoplastic", "and surfaces: ", "rosined-hair"),
         # between two bodies, with more behind it, where a message may stand
         "rosin.friction~ nobody b no-such-thing force 2": ("no friction law 'no-such-thing'; there are: elastoplastic", "balloon; nor is it a message"),
         "rosin.friction~ - nobody forze 2 force 1": ("no friction law 'forze'",), "rosin.friction~ - nobody force 2 forze 1": ("no message 'forze', and law",),
         "rosin.modal~ b 1 shape bar-clamped": ("there is no point 'nowhere'; there are: ", "mic", "tip")}


def missing():
    p = Patch(0.5)
    for text in ASKED:
        made = p.obj(text)
        if "modal" in text:
            later, message = p.obj("delay 300"), p.msg("weight nowhere 1 0.5")
            p.wire(p.order, 1, later, 0)
            p.wire(later, 0, message, 0)
            p.wire(message, 0, made, 0)
    log = p.run(check=False)[""]
    return [words for told in ASKED.values() for words in told if words not in log], log


if __name__ == "__main__":
    words, log = missing()
    if words:
        print(words, log)
    sys.exit(words != [])
