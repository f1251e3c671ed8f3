# SPDX-License-Identifier: BSD-3-Clause
"""A judge that cannot be tuned to: a small classifier on spectral frames of notes, recorded against
computed, fitted on one library and judged on another. It knows frames alone: shares of thirds of an
octave about the partials, noise, and how much they move within a note."""
import numpy as np

import measures
import sources

OPEN = {"cello": (36, 43, 50, 57), "violin": (55, 62, 69, 76), "viola": (48, 55, 62, 69), "double-bass": (28, 33, 38, 43)}
NAMES = [f"{f:.0f} Hz" for f in measures.THIRDS] + ["harmonics to noise", "fluctuation", "side"]


def features(x, key):
    """Rows of a note's frames (0.2 s), a column for each of NAMES; levels in dB of the frame."""
    n, rows = int(0.2 * sources.RATE), []
    about = measures.hertz(key)
    for i in range(0, len(x) - n + 1, n // 2):
        part = x[i:i + n]
        mid, side = part.mean(1), 0.5 * (part[:, 0] - part[:, 1])
        third = np.maximum(measures.decibels(measures.thirds(mid, sources.RATE)), -70)
        made = measures.frame(mid[:int(7.2 * sources.RATE / about)], sources.RATE, about)
        level = [np.sqrt((mid[k:k + n // 8] ** 2).mean()) for k in range(0, n - n // 8 + 1, n // 8)]
        rows.append([*third, -measures.decibels(made[-1]), np.std(level) / (np.mean(level) + 1e-12),
                     max(measures.decibels((side ** 2).mean() / max((mid ** 2).mean(), 1e-20)), -40)])
    return np.array(rows)


def classifier(line, say):
    """AUC with which frames of rosin are told from a library's, and one library's from another's;
    keys are dealt out too, so that no note is in both halves."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import roc_auc_score
    keys = list(sources.KEYS["cello"])
    notes = {k: sources.recorded_notes(k, "cello", keys) for k in sources.LIBRARIES}
    notes["rosin"] = sources.computed_notes("cello", keys, "mf")
    half = {who: [np.concatenate([features(x, k) for x, k in zip(parts[h::2], keys[h::2])]) for h in (0, 1)]
            for who, parts in notes.items()}

    def tell(fit, judged, columns=slice(None)):
        """Fitted on (first, second) and the even keys, judged on the odd ones."""
        x = np.concatenate([half[who][0][:, columns] for who in fit])
        y = np.repeat((0, 1), [len(half[who][0]) for who in fit])
        forest = RandomForestClassifier(200, min_samples_leaf=5, class_weight="balanced", random_state=1).fit(x, y)
        z = np.concatenate([half[who][1][:, columns] for who in judged])
        w = np.repeat((0, 1), [len(half[who][1]) for who in judged])
        return roc_auc_score(w, forest.predict_proba(z)[:, 1]), forest.feature_importances_

    count = sum(len(h) for parts in half.values() for h in parts)
    for fit, judged in (("fluid", "musescore"), ("musescore", "fluid")):
        auc, weight = tell((fit, "rosin"), (judged, "rosin"))
        line(f"cello_judge_fit_{fit}_auc", auc, count, 1)
        best = np.argsort(weight)[::-1][:6]
        say(f"# fitted on {fit}, judged on {judged}: AUC {auc:.3f}; told by",
            ", ".join(f"{NAMES[i]} ({weight[i]:.2f})" for i in best))
    auc, _ = tell(("fluid", "musescore"), ("fluid", "musescore"))
    line("cello_judge_libraries_auc", auc, count, 1)
    noise = [i for i, name in enumerate(NAMES) if name != "side"]
    auc, _ = tell(("fluid", "rosin"), ("musescore", "rosin"), noise)
    line("cello_judge_mono_auc", auc, count, 1)
