# SPDX-License-Identifier: BSD-3-Clause
"""A judge that cannot be tuned to: a small classifier on spectral frames of notes and of phrases,
recorded against computed, fitted on one library and judged on another. It knows frames alone: shares of
thirds of an octave about the partials, noise, and how much they move within a frame."""
import random

import numpy as np

import measures
import midi
import sources

OPEN = {"cello": (36, 43, 50, 57), "cello-measured": (36, 43, 50, 57), "violin": (55, 62, 69, 76), "viola": (48, 55, 62, 69), "double-bass": (28, 33, 38, 43)}
NAMES = [f"{f:.0f} Hz" for f in measures.THIRDS] + ["harmonics to noise", "fluctuation", "side"]
FRAME = int(0.2 * sources.RATE)
PHRASES, SEED, BEGIN = 12, 20261122, 0.2  # how many, drawn by what, s of silence before


def frame(part, key):
    """A column for each of NAMES of FRAME samples in which `key` sounds; levels in dB of the frame."""
    about = measures.hertz(key)
    mid, side = part.mean(1), 0.5 * (part[:, 0] - part[:, 1])
    third = np.maximum(measures.decibels(measures.thirds(mid, sources.RATE)), -70)
    made = measures.frame(mid[:int(7.2 * sources.RATE / about)], sources.RATE, about)
    level = [np.sqrt((mid[k:k + FRAME // 8] ** 2).mean()) for k in range(0, FRAME - FRAME // 8 + 1, FRAME // 8)]
    return [*third, -measures.decibels(made[-1]), np.std(level) / (np.mean(level) + 1e-12),
            max(measures.decibels((side ** 2).mean() / max((mid ** 2).mean(), 1e-20)), -40)]


def features(x, key):
    """Rows of a note's frames, half over each other."""
    return np.array([frame(x[i:i + FRAME], key) for i in range(0, len(x) - FRAME + 1, FRAME // 2)])


def phrase(seed):
    """Twelve keys of a scale or a broken chord, two to four a second, slurred by threes or apart:
    [(s, key)] and the MIDI events."""
    rng = random.Random(f"{SEED} {seed}")
    steps = rng.choice([(0, 2, 4, 5, 7, 9, 11, 12), (0, 2, 3, 5, 7, 8, 10, 12), (0, 4, 7, 12, 16, 19), (0, 3, 7, 12, 15, 19)])
    root, length, slurred = rng.randint(36, 80 - steps[-1]), rng.uniform(0.25, 0.5), seed % 4 > 1
    keys = [root + s for s in (*steps, *reversed(steps))][:12]
    notes = [(BEGIN + length * i, k) for i, k in enumerate(keys)]
    events = [e for i, (at, k) in enumerate(notes)
              for e in midi.note(at, k, length + 0.04 if slurred and i % 3 < 2 else 0.92 * length, 77)]
    return notes, events, length


def phrase_features(x, notes, length):
    """Rows of a phrase's frames, changes of notes in them, each by the key in its middle."""
    rows, at = [], BEGIN
    while at + FRAME / sources.RATE < notes[-1][0] + length:
        middle = at + FRAME / 2 / sources.RATE
        key = [k for begin, k in notes if begin <= middle][-1]
        rows.append(frame(x[int(at * sources.RATE):int(at * sources.RATE) + FRAME], key))
        at += FRAME / 2 / sources.RATE
    return np.array(rows)


def halves(parts):
    return [np.concatenate(parts[h::2]) for h in (0, 1)]


def frames_of_notes():
    """{who: frames of every other note, of the others}, so that no note is in both."""
    keys = list(sources.KEYS["cello"])
    notes = {k: sources.recorded_notes(k, "cello", keys) for k in sources.LIBRARIES}
    notes["rosin"] = sources.computed_notes("cello", keys, "mf")
    return {who: halves([features(x, k) for x, k in zip(parts, keys)]) for who, parts in notes.items()}


def frames_of_phrases():
    found = {who: [] for who in (*sources.LIBRARIES, "rosin")}
    for seed in range(PHRASES):
        notes, events, length = phrase(seed)
        seconds = notes[-1][0] + length + 0.3
        for who in sources.LIBRARIES:
            found[who].append(phrase_features(sources.recorded(who, sources.PROGRAMS["cello"], events, seconds), notes, length))
        x = sources.computed("cello", events, seconds, *sources.setting(dynamics=sources.DYNAMICS["mf"]))
        found["rosin"].append(phrase_features(x, notes, length))
    return {who: halves(parts) for who, parts in found.items()}


def tell(half, fit, judged, columns=slice(None)):
    """AUC with which the second of a pair is told from the first: fitted on one half, judged on the other, and
    the other way round; the mean of both, and what told them (weights of the columns)."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import roc_auc_score

    def stacked(pair, h):
        return (np.concatenate([half[who][h][:, columns] for who in pair]),
                np.repeat((0, 1), [len(half[who][h]) for who in pair]))
    aucs, weights = [], []
    for h in (0, 1):
        forest = RandomForestClassifier(200, min_samples_leaf=5, class_weight="balanced", random_state=1).fit(*stacked(fit, h))
        x, y = stacked(judged, 1 - h)
        aucs.append(roc_auc_score(y, forest.predict_proba(x)[:, 1]))
        weights.append(forest.feature_importances_)
    return np.mean(aucs), np.mean(weights, axis=0)


def judge(prefix, half, line, say):
    count = sum(len(h) for parts in half.values() for h in parts)
    mono = [i for i, name in enumerate(NAMES) if name != "side"]
    for fit, judged in (("fluid", "musescore"), ("musescore", "fluid")):
        auc, weight = tell(half, (fit, "rosin"), (judged, "rosin"))
        line(f"{prefix}_fit_{fit}_auc", auc, count, 1)
        best = np.argsort(weight)[::-1][:6]
        say(f"# {prefix}, fitted on {fit}, judged on {judged}: AUC {auc:.3f}; told by",
            ", ".join(f"{NAMES[i]} ({weight[i]:.2f})" for i in best))
        line(f"{prefix}_mono_fit_{fit}_auc", tell(half, (fit, "rosin"), (judged, "rosin"), mono)[0], count, 1)
    line(f"{prefix}_libraries_auc", tell(half, ("fluid", "musescore"), ("fluid", "musescore"))[0], count, 1)


def classifier(line, say):
    """AUC with which frames of rosin are told from a library's, and one library's from another's."""
    notes, phrases = frames_of_notes(), frames_of_phrases()
    judge("cello_judge", notes, line, say)
    judge("cello_judge_phrases", phrases, line, say)
    judge("cello_judge_both", {who: [np.concatenate(pair) for pair in zip(notes[who], phrases[who])] for who in notes}, line, say)
