#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What listeners said on the page of `make listen`: their files (rosin-listening-NAME.json) together. Of
each pair how many told X rightly, and how likely so many or more are by guessing; of each source the mean
rating and its standard error.

  results.py FILE..."""
import json
import math
import sys
from collections import defaultdict


def by_guessing(right, count):
    """Probability of `right` or more of `count`, each with 1/2."""
    return sum(math.comb(count, k) for k in range(right, count + 1)) / 2 ** count


def read(paths):
    """One file of each listener: the last that is given."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as f:
            made = json.load(f)
        found[made["listener"]] = made
    return list(found.values())


def main(paths):
    if not paths:
        sys.exit("usage: results.py FILE...")
    try:
        files = read(paths)
        pairs = [(a["other"], a["phrase"], bool(a["right"])) for f in files for a in f["abx"]]
        ratings = [(r["who"], r["rating"]) for f in files for r in f["ratings"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"results.py: no file of results: {error!r}")
    print(f"{len(files)} listeners, {len(pairs)} pairs, {len(ratings)} ratings\n")
    told = defaultdict(list)
    for other, phrase, right in pairs:
        told[other, "all phrases"].append(right)
        told[other, phrase].append(right)
    print(f"{'rosin beside':<14}{'phrase':<20}{'right':>9}{'by guessing':>13}")
    for (other, phrase), rights in sorted(told.items(), key=lambda item: (item[0][0], item[0][1] != "all phrases", item[0][1])):
        score = f"{sum(rights)}/{len(rights)}"
        print(f"{other:<14}{phrase:<20}{score:>9}{by_guessing(sum(rights), len(rights)):>13.3f}")
    rated = defaultdict(list)
    for who, rating in ratings:
        rated[who].append(rating)
    print(f"\n{'source':<14}{'rating':>7}{'+-':>6}{'of':>5}")
    for who, given in sorted(rated.items(), key=lambda item: -sum(item[1]) / len(item[1])):
        mean = sum(given) / len(given)
        error = math.sqrt(sum((g - mean) ** 2 for g in given) / max(len(given) - 1, 1) / len(given))
        print(f"{who:<14}{mean:>7.2f}{error:>6.2f}{len(given):>5}")


if __name__ == "__main__":
    main(sys.argv[1:])
