#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Do creaks and doors pass for recorded ones? Made sounds beside recordings out of packages (frictions/recordings.tsv),
by a dozen traits in the spreads of the recordings that were fitted to (frictions/traits.py). Nothing was fitted to the
recordings that are judged by, to the seeds used here, or to the features of the second judge; one library stays sealed until
`sealed` is asked for. Sounds are floats, so that nothing is clipped. Prints NAME VALUE SAMPLES SEED; `low` and `high` are
the ends of an interval of 90 % by the bootstrap.

  pass.py distances [-f SEED]   of scenes: to the recordings' median, to the nearest; of recordings, to what was made
  pass.py judges [-f SEED]      forests that tell made from recorded, scenes and libraries held out
  pass.py distinct              that recordings are distinct, also where one was played faster
  pass.py sealed [-f SEED]      distances and judges by the library that nobody has looked at"""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.signal import resample

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "frictions")]
import features as f  # noqa: E402
import judged  # noqa: E402
import recordings  # noqa: E402
import traits  # noqa: E402

FIRST, SEEDS = 9001, 3
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


def loudness(x, faster):
    """dB of 5 ms, over their mean, of four bands, of a sound played so many times as fast."""
    y = resample(judged.mono(x), max(int(len(x) / faster), 2048))
    hz, p = np.arange(129) * judged.RATE / 256, []
    w = np.hanning(256)
    for i in range(0, len(y) - 256, 220):
        p.append(np.abs(np.fft.rfft(y[i:i + 256] * w)) ** 2)
    edges = (100, 800, 2000, 5000, 12000)
    bands = np.array([[q[(hz >= a) & (hz < b)].sum() for a, b in zip(edges, edges[1:])] for q in p])
    db = 10 * np.log10(bands + 1e-6 * bands.max())
    return db - db.mean(0)


def alike(a, b):
    """Highest correlation of two sounds' bands over shifts, at least three quarters of the shorter over each other."""
    if len(a) > len(b):
        a, b = b, a
    best, least = 0.0, max(int(0.75 * len(a)), 20)
    for shift in range(least - len(a), len(b) - least + 1):
        i, j = max(-shift, 0), max(shift, 0)
        n = min(len(a) - i, len(b) - j)
        u, v = a[i:i + n].ravel(), b[j:j + n].ravel()
        best = max(best, (u @ v) / (np.sqrt((u @ u) * (v @ v)) + 1e-12))
    return best


def distinct():
    """The highest correlation between two recordings at any ratio of speeds within four semitones; and, that it would be
    seen, the least between a recording and itself played faster by an odd ratio."""
    ratios = 2 ** (np.arange(-16, 17) / 48)
    found = recordings.all_of(None, ("fitted", "judged"))
    found = [(r, x[:int(2.5 * judged.RATE)]) for r, x in found if len(x) > 0.2 * judged.RATE]
    if not found:
        return
    plain = [loudness(x, 1.0) for _, x in found]
    worst, pair, own = 0.0, "", 1.0
    for k, (r, x) in enumerate(found):
        moved = [loudness(x, ratio) for ratio in ratios]
        own = min(own, max(alike(loudness(x, 1.1317), m) for m in moved))
        for other in range(k):
            if found[other][0]["kind"] == r["kind"]:
                score = max(alike(m, plain[other]) for m in moved[::4])
                if score > 0.6:
                    score = max(alike(m, plain[other]) for m in moved)
                if score > 0.75:
                    say(f"alike {score:.2f}: {r['path'][-40:]}, {found[other][0]['path'][-40:]}")
                if score > worst:
                    worst = score
    line("distinct_most_alike", worst, len(found))
    line("distinct_itself_faster", own, len(found))


def sealed(first):
    distances(first, "sealed")
    judges(first, "sealed")


if __name__ == "__main__":
    words = sys.argv[1:]
    seed = int(words[words.index("-f") + 1]) if "-f" in words else FIRST
    if words and words[0] == "distinct":
        distinct()
    else:
        {"distances": distances, "judges": judges, "sealed": sealed}[words[0] if words else "distances"](seed)
