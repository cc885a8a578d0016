"""Renders chat templates with Jinja, configured as in transformers (utils/chat_template_utils.py).

Reads one job per line, {"sources": [...], "variables": [...]}, and writes a list of outcomes for each: see jinja2.ts.
"""

import json
import sys
from datetime import datetime

from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    """{% generation %}: here, it leaves marks in the output, so that a lost block is noticed."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_marked"), [], [], body).set_lineno(line)

    def _marked(self, caller):
        return f"\ue000{caller()}\ue001"


def raise_exception(message):
    raise TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols, "jinja2.ext.do"]
)
environment.filters["tojson"] = tojson
environment.globals["raise_exception"] = raise_exception
environment.globals["strftime_now"] = lambda form: datetime(2026, 8, 1, 12, 34, 56).strftime(form)


def failed(error):
    said = f": {error}" if type(error) is TemplateError else ""
    return f"!{type(error).__name__}{said}"


def outcomes(source, all_variables):
    try:
        template = environment.from_string(source)
    except Exception as error:
        return [failed(error)] * len(all_variables)
    results = []
    for variables in all_variables:
        try:
            results.append("=" + template.render(variables))
        except Exception as error:
            results.append(failed(error))
    return results


for line in sys.stdin:
    job = json.loads(line)
    answer = [outcomes(source, job["variables"]) for source in job["sources"]]
    print(json.dumps(answer))
