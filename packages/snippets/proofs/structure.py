"""Describes Python code as a set of short texts that are independent of its formatting.

Reads a JSON list of code texts per line, prints a JSON list per line: `import x`, `from x import y`, `call x.Y.z` (names resolved through the imports;
methods of anything else as `call .z`), `keyword .z(k=)`. Code that does not parse is skipped, and reported as `does not parse`.
"""

import ast
import json
import sys


def dotted(node, names):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name) and node.id in names:
        return ".".join([names[node.id], *reversed(parts)])
    if isinstance(node, ast.Name) and not parts:
        return node.id
    return "." + parts[0] if parts else "?"


def structure(code):
    tree = ast.parse(code)
    names, found = {}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.add(f"import {alias.name}")
                names[alias.asname or alias.name.split(".")[0]] = alias.name if alias.asname else alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found.add(f"from {node.module} import {alias.name}")
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = dotted(node.func, names)
            found.add(f"call {name}")
            last = name.split(".")[-1]
            for keyword in node.keywords:
                if keyword.arg:
                    found.add(f"keyword {last}({keyword.arg}=)")
    return found


for line in sys.stdin:
    found = set()
    for code in json.loads(line):
        try:
            found |= structure(code)
        except (SyntaxError, ValueError):
            found.add("does not parse")
    print(json.dumps(sorted(found)))
