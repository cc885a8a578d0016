"""Runs pyflakes on Python code: reads one JSON string per line, prints a JSON list of its messages per line."""

import ast
import json
import sys

from pyflakes import checker

for line in sys.stdin:
    code = json.loads(line)
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        print("null")
        continue
    messages = checker.Checker(tree).messages
    print(json.dumps([[type(each).__name__, each.message % each.message_args] for each in messages]))
