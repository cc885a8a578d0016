"""Looks up the names that snippets use in the source of released packages.

Reads a JSON object from standard input: {"roots": [folders of unpacked packages], "files": {name: code}}.
Prints a JSON object: {"checked": number of names looked up, "missing": [what was not found]}.

What is looked up, by reading source and never by importing it:
- every imported module exists as a file of a package, and every imported name is defined, assigned, re-exported or listed as text in it;
- every called attribute is defined somewhere in the packages of its file;
- every keyword argument is a parameter of a function of that name (or of a class's __init__, __call__, from_pretrained...), or that function takes **kwargs.
Modules of the standard library and of packages that were not given are passed over.
"""

import ast
import json
import pathlib
import sys

# Objects of the standard library that snippets use: their attributes are not looked up.
# `eval` is that of torch.nn.Module, which libraries inherit without writing it.
BUILTIN_ATTRIBUTES = {name for kind in (str, dict, list, set, bytes) for name in dir(kind)} | {"environ", "rglob", "exists", "parent", "extractall", "setdefault", "eval"}


class Package:
    def __init__(self, roots):
        self.modules = {}
        self.parameters = {}
        self.defined = set()
        self.text = {}
        for root in roots:
            root = pathlib.Path(root)
            for path in root.rglob("*.py"):
                parts = list(path.relative_to(root).with_suffix("").parts)
                if parts[-1] == "__init__":
                    parts.pop()
                self.modules[".".join(parts)] = path
            for path in root.rglob("*.pyi"):
                self.modules.setdefault(".".join(path.relative_to(root).with_suffix("").parts), path)
        for path in set(self.modules.values()):
            self.read(path)

    def read(self, path):
        try:
            source = path.read_text(encoding="utf-8", errors="replace")
            tree = ast.parse(source)
        except (SyntaxError, RecursionError, OSError):
            return
        self.text[path] = source
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.defined.add(node.name)
                arguments = node.args
                names = {a.arg for a in arguments.args + arguments.kwonlyargs + arguments.posonlyargs}
                if arguments.kwarg:
                    names.add("**")
                self.parameters.setdefault(node.name, set()).update(names)
            elif isinstance(node, ast.ClassDef):
                self.defined.add(node.name)
                for item in node.body:
                    if isinstance(item, ast.FunctionDef) and item.name in ("__init__", "__call__", "__new__"):
                        arguments = item.args
                        names = {a.arg for a in arguments.args + arguments.kwonlyargs}
                        if arguments.kwarg:
                            names.add("**")
                        self.parameters.setdefault(node.name, set()).update(names)
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                        self.parameters.setdefault(node.name, set()).add(item.target.id)
                        self.defined.add(item.target.id)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.defined.add(target.id)
                    elif isinstance(target, ast.Attribute):
                        self.defined.add(target.attr)

    def has_top(self, module):
        top = module.split(".")[0]
        return any(name == top or name.startswith(top + ".") for name in self.modules)

    def exports(self, module, name):
        if f"{module}.{name}" in self.modules:
            return True
        path = self.modules.get(module)
        if path is None:
            return False
        source = self.text.get(path, "")
        # Lazy packages list their names as text; others import them.
        return name in source.replace('"', " ").replace("'", " ").replace(",", " ").replace("(", " ").replace(":", " ").replace("=", " ").split()


def check(code, package):
    missing, checked = [], 0
    tree = ast.parse(code)
    foreign = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            if not package.has_top(node.module):
                foreign.update(alias.asname or alias.name for alias in node.names)
                continue
            checked += 1
            if node.module not in package.modules:
                missing.append(f"module {node.module}")
                continue
            for alias in node.names:
                checked += 1
                star = "import *" in package.text.get(package.modules[node.module], "") and alias.name in package.defined
                if not package.exports(node.module, alias.name) and not star:
                    missing.append(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if not package.has_top(alias.name):
                    foreign.add((alias.asname or alias.name).split(".")[0])
                else:
                    checked += 1
                    if alias.name not in package.modules:
                        missing.append(f"module {alias.name}")
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        root = node.func
        while isinstance(root, (ast.Attribute, ast.Call, ast.Subscript)):
            root = root.func if isinstance(root, ast.Call) else root.value
        if isinstance(root, ast.Name) and root.id in foreign:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else None
        if name is None or name in BUILTIN_ATTRIBUTES or name in ("print", "open", "next", "sorted"):
            continue
        if isinstance(node.func, ast.Attribute):
            checked += 1
            if name not in package.defined:
                missing.append(f".{name}()")
                continue
        known = package.parameters.get(name)
        for keyword in node.keywords:
            if keyword.arg is None or known is None:
                continue
            checked += 1
            if keyword.arg not in known and "**" not in known:
                missing.append(f"{name}({keyword.arg}=)")
    return checked, missing


def main():
    request = json.load(sys.stdin)
    package = Package(request["roots"])
    checked, missing = 0, []
    for name, code in request["files"].items():
        count, gone = check(code, package)
        checked += count
        missing += [f"{name}: {what}" for what in gone]
    print(json.dumps({"checked": checked, "missing": missing}))


main()
