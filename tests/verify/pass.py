#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do creaks and doors pass for recorded ones? Made sounds beside recordings out of packages (frictions/recordings.tsv),
by a dozen traits in the spreads of the recordings that were fitted to (frictions/traits.py). Nothing was fitted to the
recordings that are judged by, to the seeds used here, or to the features of the second judge; one library stays sealed until
`sealed` is asked for. Sounds are floats, so that nothing is clipped. Prints NAME VALUE SAMPLES SEED; `low` and `high` are
the ends of an interval of 90 % by the bootstrap.

  pass.py compared [-f SEED]    distances of scenes to the recordings' median, to the nearest, of recordings to what was made;
                                forests that tell made from recorded, scenes and libraries held out
  pass.py distinct              that recordings are distinct, also where one was played faster
  pass.py sealed [-f SEED]      the same by the library that nobody has looked at"""
import functools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.signal import butter, fftconvolve, resample, sosfiltfilt

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "frictions")]
import features as f  # noqa: E402
import judged  # noqa: E402
import recordings  # noqa: E402
import traits  # noqa: E402

FIRST, SEEDS = 9001, 2
KINDS, LEAST_RATE = ("door", "creak"), 16000  # Hz, of what is judged by
FAMILY = ("house-door", "barn-door", "cellar-hatch")  # built for this
OLDER = ("door-hinge-slow", "door-hinge-fast", "oak-door", "gate", "floorboard", "rope", "ship-rope")


def line(name, value, samples, seed=0):
    print(f"pass_{name} {value:.4g} {samples} {seed}", flush=True)


def say(*words):
    print("#", *words, file=sys.stderr, flush=True)


def presets(scene):
    """Settings of each preset; those of none come first."""
    import json
    import re
    text = subprocess.run([f.ROSIN, "show", scene], check=True, capture_output=True, text=True).stdout
    found = [[]]
    for row in re.findall(r'\{ name = "[^"]*";([^}]*)\}', text[text.rindex("presets"):]):
        found.append([f"{k}={json.loads(v)!r}" for k, v in re.findall(r"([\w-]+) = ([-\d.e]+);", row) if k != "level"])
    return found


def made(scene, settings, room):
    """A take, at judged.RATE, trimmed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.wav")
        words = [w for s in settings for w in ("-s", s)]
        subprocess.run([f.ROSIN, "render", scene, *words, "--room", room, "--format", "float", "-o", path], check=True, capture_output=True)
        rate, x = f.read(path)
    return traits.trimmed(judged.at_rate(x, rate))


@functools.cache
def takes(scene, room, first):
    """Of a scene and its presets; of the family some seeds of each."""
    jobs = [[f"seed={first + k}", *p] for p in presets(scene) for k in range(SEEDS if scene in FAMILY else 1)]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda s: made(scene, s, room), jobs))


def recorded(*splits):
    """(library, sound) of the doors and creaks whose band is wide enough."""
    return [(r["package"], x) for r, x in recordings.all_of(KINDS, splits) if int(r["rate"]) >= LEAST_RATE]


def rows(sounds, of=traits.of):
    with ThreadPoolExecutor(2) as pool:
        return np.array(list(pool.map(of, sounds)))


def interval(values, what=np.median):
    random = np.random.default_rng(1)
    return np.percentile([what(random.choice(values, len(values))) for _ in range(500)], [5, 95])


def ends(name, values, first, what=np.median):
    for end, value in zip(("low", "high"), interval(values, what)):
        line(f"{name}_{end}", value, len(values), first)


def distances(first, split="judged"):
    fitted, other = recorded("fitted"), recorded(split)
    if not fitted or not other:
        return
    scale = traits.Scale(rows([x for _, x in fitted]))
    real, unseen = (scale.of(rows([x for _, x in part])) for part in (fitted, other))
    line(f"{split}_to_median", np.median(np.sqrt((unseen ** 2).mean(1))), len(unseen))
    line(f"{split}_to_nearest", np.median(traits.apart(unseen, real).min(1)), len(unseen))
    for room in ("none", "small"):
        family = []
        for scene in FAMILY + OLDER:
            z = scale.of(rows(takes(scene, room, first)))
            name = f"{scene.replace('-', '_')}_{room}"
            line(f"{name}_to_median", np.median(np.sqrt((z ** 2).mean(1))), len(z), first)
            line(f"{name}_to_nearest", np.median(traits.apart(z, unseen).min(1)), len(z), first)
            middle = np.median(z, axis=0)
            line(f"{name}_worst_trait", np.abs(middle).max(), len(z), first)
            say(name, " ".join(f"{t} {v:.1f}" for t, v in zip(traits.TRAITS, middle)))
            family += list(z) if scene in FAMILY else []
        near = traits.apart(unseen, family).min(1)
        line(f"{split}_to_family_{room}", np.median(near), len(near), first)
        ends(f"{split}_to_family_{room}", near, first)


def forest(train, test):
    """AUC of a forest fitted on (recorded, made) rows and asked about others; both kinds weigh the same."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import roc_auc_score
    x, y = np.concatenate(train), np.repeat((0, 1), [len(part) for part in train])
    model = RandomForestClassifier(300, min_samples_leaf=2, class_weight="balanced", random_state=1).fit(x, y)
    return roc_auc_score(np.repeat((0, 1), [len(part) for part in test]), model.predict_proba(np.concatenate(test))[:, 1])


def judges(first, split="judged"):
    """Fitted on one side's recordings and some scenes, asked about the other side's and scenes that it has not met."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        print("skip python3-sklearn is not installed", flush=True)
        return
    fitted, other = recorded("fitted"), recorded(split)
    if not fitted or not other:
        return
    for room in ("none", "small"):
        sounds = {s: takes(s, room, first) for s in FAMILY + OLDER}
        for judge, of in (("forest", traits.of), ("other", traits.other)):
            real = [rows([x for _, x in part], of) for part in (fitted, other)]
            fake = {s: rows(x, of) for s, x in sounds.items()}
            for name, scenes in (("family", FAMILY), ("older", OLDER)):
                found = []
                for held in scenes:
                    rest = np.concatenate([fake[s] for s in scenes if s != held])
                    found += [forest((real[a], rest), (real[1 - a], fake[held])) for a in (0, 1)]
                line(f"{split}_{judge}_{name}_{room}", np.mean(found), sum(map(len, real)) + sum(len(fake[s]) for s in scenes), first)
                ends(f"{split}_{judge}_{name}_{room}", found, first, np.mean)
                say(f"{judge}, {name}, {room}: {' '.join(f'{v:.2f}' for v in found)}")


def low(x):
    """What a sound has from 100 to 1500 Hz, at 11025 Hz; 2.5 s about its loudest."""
    y = sosfiltfilt(butter(2, [100, 1500], "band", fs=judged.RATE, output="sos"), judged.mono(x))[::4]
    at = max(int(np.argmax(np.convolve(y ** 2, np.ones(1102), "same"))) - 13781, 0)
    return y[at:at + 27562]


def faster(x, ratio):
    return np.interp(np.arange(int(len(x) / ratio)) * ratio, np.arange(len(x)), x)


def piece(x, seconds=0.25):
    """The loudest piece."""
    n = min(int(seconds * judged.RATE / 4), len(x))
    at = int(np.argmax(np.convolve(x ** 2, np.ones(n), "valid")))
    return x[at:at + n]


def alike(p, x):
    """Highest correlation of a piece with any part of a sound that is as loud as a tenth of its loudest."""
    if len(p) > len(x):
        return 0.0
    sums = np.concatenate([[0], np.cumsum(x ** 2)])
    energy = sums[len(p):] - sums[:-len(p)]
    loud = energy > 0.01 * energy.max()
    both = np.abs(fftconvolve(x, p[::-1], "valid"))
    return (both[loud] / np.sqrt(energy[loud])).max() / np.sqrt((p ** 2).sum())


def distinct():
    """The highest correlation between waveforms of two recordings of a kind and package at any ratio of speeds within two semitones (in steps of
    0.15 %, as a quarter of a second wants); and, that it would be seen, the least between a recording and itself played faster."""
    ratios = np.exp(np.arange(-0.1155, 0.116, 0.0015))
    found = [(r, x) for r, x in recordings.all_of(None, ("fitted", "judged")) if r["kind"] != "again" and len(x) > 0.3 * judged.RATE]
    if not found:
        return
    whole = [low(x) for _, x in found]

    def most(k):
        r, own, best, pair = found[k][0], 0.0, 0.0, ""
        fast, loudest = faster(whole[k], 1.0717), piece(whole[k])
        for ratio in ratios:
            p = faster(loudest, ratio)
            own = max(own, alike(p, fast)) if 1.06 < ratio < 1.09 else own
            for other in range(k):
                if all(found[other][0][what] == r[what] for what in ("kind", "package")):
                    score = alike(p, whole[other])
                    best, pair = max((best, pair), (score, found[other][0]["path"][-40:]))
        return own, best, f"{r['path'][-40:]} and {pair}"
    with ThreadPoolExecutor(2) as pool:
        rated = list(pool.map(most, range(len(found))))
    for own, best, pair in sorted(rated, key=lambda r: -r[1])[:6]:
        say(f"alike {best:.2f}: {pair}")
    line("distinct_most_alike", max(best for _, best, _ in rated), len(found))
    line("distinct_itself_faster", min(own for own, _, _ in rated), len(found))


def compared(first, split="judged"):
    distances(first, split)
    judges(first, split)


def sealed(first):
    compared(first, "sealed")


if __name__ == "__main__":
    words = sys.argv[1:]
    seed = int(words[words.index("-f") + 1]) if "-f" in words else FIRST
    if words and words[0] == "distinct":
        distinct()
    else:
        {"compared": compared, "sealed": sealed}[words[0] if words else "compared"](seed)
