# SPDX-License-Identifier: BSD-3-Clause
"""Small faults of C text: what `make mutate` puts into the sources, one at a time.

clang-format sets blanks round binary operators and none after unary ones, and ends
statements and headers of functions at the ends of lines; so regular expressions over the
text, with comments and strings blanked, find what a parser would."""
import re
from collections import namedtuple

# text[start:end] becomes `new`; line counts from 1
Change = namedtuple("Change", "path line start end new kind")

BINARY = {
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "&&": ["||"], "||": ["&&"],
    "&": ["|"], "|": ["&"], "^": ["&"], "<<": [">>"], ">>": ["<<"],
    "+=": ["-=", "="], "-=": ["+=", "="], "*=": ["/=", "="], "/=": ["*=", "="],
    "===": ["!=="], "!==": ["==="],  # JavaScript's
    "|=": ["&=", "="], "&=": ["|=", "="], "^=": ["="],
}
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?)[uUlLfF]*(?![\w.])")
WORDS = {"if", "for", "while", "switch", "return", "sizeof", "do", "else", "case", "typedef"}

# their first two arguments may change places (of comparisons: equality is asked for)
SYMMETRIC = {"calloc", "strcmp", "strncmp", "strcasecmp", "memcmp", "fmin", "fmax", "hypot"}


def blank(text):
    """The text with comments, strings, characters and directives blanked."""
    def spaces(match):
        found = match.group()
        if found[0] in "\"'":
            return found[0] + " " * (len(found) - 2) + found[-1]
        return re.sub(r"[^\n]", " ", found)
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", spaces, text,
                  flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", spaces, text, flags=re.M)


def closing(text, at):
    """Where the bracket that opens at `at` closes; -1 if nowhere."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i
    return -1


def operators(code):
    for m in re.finditer(r"(?<=[\w)\]\"'}]) ([-+*/%<>=!&|^]{1,3})(?=[ \n])", code):
        for new in BINARY.get(m.group(1), []):
            yield m.start(1), m.end(1), new, "operator"
    for m in re.finditer(r"\+\+|--", code):
        yield m.start(), m.end(), "--" if m.group() == "++" else "++", "operator"
    for m in re.finditer(r"(?<=[(\[{, ])([-!])(?=[\w(])", code):
        yield m.start(1), m.end(1), "", "operator"


def constants(code):
    """0 and 1 become each other (often flags); whole numbers 0, or one more or less; others 0,
    1, the opposite or the double. Sizes of arrays and rows that end a table stay."""
    for m in NUMBER.finditer(code):
        before = code[code.rfind("\n", 0, m.start()) + 1:m.start()]
        if re.match(r"\s*(?:\w+ )+\**\w+(?:\[[^\]]*\])*\[[^\]]*$|\s*\{NULL,", before):
            continue
        digits = m.group(1)
        if re.fullmatch(r"0x.*|\d+", digits):
            value = int(digits, 0) if digits.startswith("0x") else int(digits)
            others = ["1"] if value == 0 else ["0"] if value == 1 else \
                ["0", str(value + 1), str(value - 1)]
        else:
            value = float(digits)
            others = [other for other, same in (("0", value == 0), ("1.0", value == 1),
                      (f"(-{digits})", value == 0), (f"(2 * {digits})", value == 0)) if not same]
        for new in others:
            yield m.start(), m.end(), new, "constant"


def statements(code):
    # an assignment, a call, a step, a jump: from its line's first word to the semicolon
    for m in re.finditer(r"^[ \t]+(\*?[a-z]\w*(?:->|\.|\[|\(|\+\+|--| [-+*/|&^<>]*= )|break;|continue;|return;)",
                         code, re.M):
        start = m.start(1)
        if re.match(r"(?:if|for|while|switch|return|case|do|else)\b(?!;)", code[start:]):
            continue
        depth = 0
        for end in range(start, len(code)):
            depth += (code[end] in "([{") - (code[end] in ")]}")
            if depth < 0 or (code[end] == ";" and depth == 0):
                break
        if depth == 0:
            yield start, end + 1, ";" + "\n" * code.count("\n", start, end), "statement"


def conditions(code):
    for m in re.finditer(r"\b(?:if|while) \(", code):
        end = closing(code, m.end() - 1)
        if end > 0:
            yield m.end(), end, None, "condition"


def returns(code):
    for m in re.finditer(r"\breturn ([^;]+);", code):
        if m.group(1).strip() != "0":
            yield m.start(1), m.end(1), "0" + "\n" * m.group(1).count("\n"), "return"
    for m in re.finditer(r"^(?!typedef|struct|enum|union)(\w[^;{}=]*\))( \{)$", code, re.M):
        void = re.match(r"(?:static )?(?:inline )?void (?!\*)", m.group(1))
        yield m.start(2), m.end(2), " { return;" if void else " { return 0;", "return"


def arguments(code):
    for m in re.finditer(r"\b([a-zA-Z_]\w*)\(", code):
        if m.group(1) in WORDS:
            continue
        end = closing(code, m.end() - 1)
        if end < 0:
            continue
        cuts, depth = [m.end() - 1], 0
        for i in range(m.end(), end):
            depth += (code[i] in "([{") - (code[i] in ")]}")
            if code[i] == "," and depth == 0:
                cuts.append(i)
        cuts.append(end)
        parts = [(a + 1, b) for a, b in zip(cuts, cuts[1:])]
        if m.group(1) in SYMMETRIC:
            parts = parts[1:]
        for left, right in zip(parts, parts[1:]):
            if code[left[0]:left[1]].split() != code[right[0]:right[1]].split():
                yield left[0], right[1], (left, right), "arguments"


def changes_of(path, text):
    """Every change of one file, in order of place."""
    code = blank(text)
    if path.endswith(".js"):  # what is written to people is no code
        code = re.sub(r"`[^`]*`", lambda m: re.sub(r"[^\n]", " ", m.group()), code)
    found = []
    for rule in (operators, constants, statements, conditions, returns, arguments):
        for start, end, new, kind in rule(code):
            if kind == "condition":
                new = f"!({text[start:end]})"
            elif kind == "arguments":
                (a, b), (c, d) = new
                first, second = text[a:b], text[c:d]
                new = first[:len(first) - len(first.lstrip())] + second.strip() + "," + \
                    second[:len(second) - len(second.lstrip())] + first.strip()
            found.append(Change(path, 1 + text.count("\n", 0, start), start, end, new, kind))
    return sorted(found, key=lambda c: (c.start, c.end, c.new))


def apply(text, change):
    return text[:change.start] + change.new + text[change.end:]


def described(text, change):
    """The line as it is and as the change makes it, both without indent."""
    first = text.rfind("\n", 0, change.start) + 1
    last = text.find("\n", change.end)
    old, new = text[first:last], text[first:change.start] + change.new + text[change.end:last]
    return " ".join(old.split()), " ".join(new.split())


def name_of(text, line):
    """Name of the function that a line is in; "-" outside of all."""
    first = function_of(text, line)
    found = re.search(r"(\w+)\(", text.split("\n")[first - 1]) if first else None
    return found.group(1) if found else "-"


def end_of(text, first):
    """Last line of the function that begins at a line."""
    rows = text.split("\n")
    return next((i + 1 for i in range(first, len(rows)) if rows[i].startswith("}")), len(rows))


def function_of(text, line):
    """First line of the function that a line is in; None outside of all."""
    rows = blank(text).split("\n")[:line]
    for i in range(len(rows) - 1, -1, -1):
        if rows[i].startswith("}") and i != line - 1:
            return None
        if re.match(r"\w", rows[i]) and not rows[i].endswith(":"):
            header = " ".join(rows[i:]) + " "
            return i + 1 if re.match(r"[^;={]*\) ?\{", header) else None
    return None
