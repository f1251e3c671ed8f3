#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Does what an archive is told that gives DOIs say what CITATION.cff says?  cited.py CITATION.cff .zenodo.json

Title, description, version, licence, names in their order, keywords; prints what differs, exit status 1 then."""
import json
import re
import sys


def cited(path):
    """Of a CITATION.cff in the form in which ours is written: a key a line, lists of `- ` below theirs."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^\s*#.*\n", "", file.read(), flags=re.M)
    plain = dict(re.findall(r'^([\w-]+): +"?(.*?)"?$', text, re.M))
    people = re.search(r"^authors:\n((?:  .*\n)+)", text, re.M)[1]
    names = []
    for one in re.split(r"^  - ", people, flags=re.M)[1:]:
        of = dict(re.findall(r'([\w-]+): +"?(.*?)"?$', one, re.M))
        names.append({"name": of["name"] if "name" in of else f"{of['family-names']}, {of['given-names']}",
                      **({"orcid": of["orcid"].rsplit("/", 1)[1]} if "orcid" in of else {})})
    words = re.search(r"^keywords:\n((?:  - .*\n?)+)", text, re.M)[1]
    return {"title": plain["title"], "description": plain["abstract"], "upload_type": plain["type"], "version": plain["version"],
            "license": plain["license"], "creators": names, "keywords": re.findall(r"- (.*)", words)}


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        told = json.load(file)
    said = cited(sys.argv[1])
    wrong = [key for key in sorted(said.keys() | told.keys()) if said.get(key) != told.get(key)]
    for key in wrong:
        print(f"{key}: {sys.argv[2]} has {told.get(key)}, {sys.argv[1]} {said.get(key)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
