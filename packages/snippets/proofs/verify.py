"""Verifies printed Python blocks: reads one JSON object per line, {index, code, holes: [{kind, value, start, end}]}, with offsets in code points.

Prints one JSON object per line for each error, {index, what}, then a line with the number of blocks read.
A block is correct when it parses, and at the position of every value is exactly one literal expression that evaluates to the value.
"""

import ast
import bisect
import json
import re
import sys
import warnings

for category in (SyntaxWarning, DeprecationWarning):
    warnings.simplefilter("error", category)


def positions(code):
    """Returns the line and the column in UTF-8 bytes, as counted by ast, for an offset in code points."""
    if code.isascii():
        starts = [0]
        for line in code.split("\n"):
            starts.append(starts[-1] + len(line) + 1)

        def at(offset):
            line = bisect.bisect_right(starts, offset)
            return line, offset - starts[line - 1]

        return at

    def slow(offset):
        before = code[:offset]
        line = before.count("\n") + 1
        return line, len(before[before.rfind("\n") + 1 :].encode("utf-8", "surrogatepass"))

    return slow


def same(value, expected):
    """Equal, and of the same types all the way down: True is not 1."""
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and value == expected
    if isinstance(expected, list):
        return isinstance(value, list) and len(value) == len(expected) and all(map(same, value, expected))
    if isinstance(expected, dict):
        return isinstance(value, dict) and list(value) == list(expected) and all(same(value[key], expected[key]) for key in expected)
    return type(value) is type(expected) and value == expected


def problems(code, holes):
    try:
        tree = ast.parse(code)
    except (SyntaxError, SyntaxWarning, DeprecationWarning, ValueError, RecursionError, MemoryError) as error:
        yield f"does not parse: {error}"
        return
    nodes = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            nodes.setdefault((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset), []).append(node)
    at = positions(code)
    for hole in holes:
        start, end = hole["start"], hole["end"]
        text = code[start:end]
        kind = hole["kind"]
        if kind == "comment":
            if not all(line.lstrip().startswith("#") for line in text.split("\n")):
                yield f"no comment: {text[:200]}"
            continue
        if kind == "identifier":
            if not re.fullmatch(r"[A-Za-z_]\w*", text, re.ASCII):
                yield f"no identifier: {text[:200]}"
            continue
        if kind == "env":
            continue
        if kind == "authorization":
            if not re.fullmatch(r"""f"(?:Bearer|Key) \{os\.environ\['[A-Z][A-Z0-9_]*'\]\}\"""", text):
                yield f"no header: {text[:200]}"
            continue
        found = nodes.get((*at(start), *at(end)), [])
        for node in found:
            try:
                if same(ast.literal_eval(node), hole["value"]):
                    break
            except (ValueError, TypeError, SyntaxError):
                continue
        else:
            yield f"no literal of {json.dumps(hole['value'])[:200]}: {text[:200]}"


def main():
    count = 0
    for line in sys.stdin:
        request = json.loads(line)
        count += 1
        for what in problems(request["code"], request["holes"]):
            print(json.dumps({"index": request["index"], "what": what}))
    print(json.dumps(f"{count} read"))


main()
