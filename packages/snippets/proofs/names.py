"""Looks up the names that code uses in the source of the distributions they come from.

Reads a JSON object from standard input: {"folders": [unpacked distributions], "files": {name: Python code}, "shell": {name: shell words}}.
Prints an object with the same keys: {"checked": number of names that were found or missing, "open": number of names that could not be decided,
"missing": [missing names]}.

The types of the code's variables are followed as far as the source allows: imports, classes, instances created by calling a class or one of its
constructors (`from_pretrained` and similar), and annotated return types. The names looked up are imported modules and names, attributes of modules,
classes and instances, and keyword arguments. Names from compiled code, from packages that were not given, or through a function without a return
annotation count as open: neither found nor missing. Modules of Python's standard library are inspected directly.
"""

import ast
import builtins
import importlib
import inspect
import json
import re
import sys

from source_index import Class, Function, Index

# Members that classes inherit from bases outside the given distributions: torch.nn.Module, and the hub's mixins.
INHERITED = set(
    "eval train to cuda cpu half float bfloat16 parameters named_parameters state_dict load_state_dict requires_grad_ apply children modules forward "
    "from_pretrained save_pretrained push_to_hub device dtype config".split()
)

# Those that return the object itself.
CHAINED = set("eval train to cuda cpu half float bfloat16".split())


class Check:
    def __init__(self, index):
        self.index = index
        self.checked = 0
        self.open = 0
        self.missing = []
        self.names = {}

    def found(self, what, ok):
        self.checked += 1
        if not ok:
            self.missing.append(what)

    def run(self, code):
        tree = ast.parse(code)
        self.names = {}
        for node in tree.body:
            self.statement(node)

    def statement(self, node):
        if isinstance(node, ast.Import):
            for alias in node.names:
                entity = self.module(alias.name)
                self.names[alias.asname or alias.name.split(".")[0]] = entity if alias.asname else self.module(alias.name.split(".")[0], count=False)
            return
        if isinstance(node, ast.ImportFrom):
            self.import_from(node)
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            self.names[node.name] = None
            outer = dict(self.names)
            for each in ast.walk(node):
                if isinstance(each, ast.arg):
                    self.names[each.arg] = None
        for field, value in ast.iter_fields(node):
            if field in ("targets", "target", "optional_vars", "items"):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.expr):
                    self.infer(each)
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            kind = self.infer(node.value, quiet=True) if node.value else None
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.bind(target, kind)
        if isinstance(node, (ast.For, ast.AsyncFor)):
            self.bind(node.target, None)
        for item in getattr(node, "items", []):
            if isinstance(item, ast.withitem):
                kind = self.infer(item.context_expr)
                if item.optional_vars is not None:
                    self.bind(item.optional_vars, kind)
        for part in ("body", "orelse", "finalbody"):
            for each in getattr(node, part, []) if isinstance(getattr(node, part, []), list) else []:
                self.statement(each)
        for handler in getattr(node, "handlers", []):
            for each in handler.body:
                self.statement(each)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            self.names = outer

    def bind(self, target, kind):
        if isinstance(target, ast.Name):
            self.names[target.id] = kind
        elif isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self.bind(each, None)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, None)
        else:
            self.infer(target)

    def module(self, name, count=True):
        if self.index.has_top(name):
            if count:
                self.found(f"module {name}", name in self.index.modules)
            return ("module", name)
        if name.split(".")[0] in sys.stdlib_module_names:
            try:
                module = importlib.import_module(name)
            except ImportError:
                self.found(f"module {name}", False)
                return None
            if count:
                self.found(f"module {name}", True)
            return ("python", module)
        if count:
            self.open += 1
        return None

    def import_from(self, node):
        entity = self.module(node.module or "")
        for alias in node.names:
            kind = None
            if entity and entity[0] == "module" and node.module in self.index.modules:
                found = self.index.resolve(node.module, alias.name)
                if found == "unknown":
                    self.open += 1
                else:
                    self.found(f"{node.module}.{alias.name}", found is not None)
                    kind = found
            elif entity and entity[0] == "python":
                self.found(f"{node.module}.{alias.name}", hasattr(entity[1], alias.name))
                kind = ("python", getattr(entity[1], alias.name, None))
            self.names[alias.asname or alias.name] = kind

    def infer(self, node, quiet=False):
        """The kind of an expression, looking up the names in it; `quiet` when they were looked up before."""
        if quiet:
            counts = (self.checked, self.open, list(self.missing))
            kind = self.infer(node)
            self.checked, self.open, self.missing = counts[0], counts[1], counts[2]
            return kind
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            return self.attribute(self.infer(node.value), node.attr)
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.Await):
            return self.infer(node.value)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            for generator in node.generators:
                self.infer(generator.iter)
                self.bind(generator.target, None)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.infer(child)
            elif isinstance(child, ast.keyword):
                self.infer(child.value)
        if isinstance(node, ast.Constant) and not isinstance(node.value, (bytes, type(None), type(...))):
            return ("python-instance", type(node.value))
        return None

    def attribute(self, base, name):
        if base is None:
            self.open += 1
            return None
        kind = base[0]
        if kind == "module":
            found = self.index.resolve(base[1], name)
            if found == "unknown":
                self.open += 1
                return None
            self.found(f"{base[1]}.{name}", found is not None)
            return found
        if kind == "python":
            self.found(f"{getattr(base[1], '__name__', base[1])}.{name}", hasattr(base[1], name))
            return ("python", getattr(base[1], name, None))
        if kind == "python-instance":
            self.found(f"{base[1].__name__}.{name}", hasattr(base[1], name))
            return ("python", getattr(base[1], name, None))
        if kind in ("class", "instance"):
            return self.member(base[1], name)
        self.open += 1
        return None

    def member(self, cls, name):
        classes, is_known = self.index.lineage(cls)
        if name in CHAINED and not is_known:
            self.found(f"{cls.name}.{name}", True)
            return ("constructor", cls)
        for each in classes:
            if name in each.methods:
                self.found(f"{cls.name}.{name}", True)
                method = each.methods[name]
                if "property" in method.decorators or "cached_property" in method.decorators:
                    return self.returned(method, cls)
                return ("method", method, cls)
            if name in each.attributes or name in each.fields:
                self.found(f"{cls.name}.{name}", True)
                annotation = each.annotations.get(name)
                made = self.index.evaluate(annotation, each.module) if annotation is not None else None
                return ("instance", made[1]) if made and made != "unknown" and made[0] == "class" else None
        if any(each.is_dynamic for each in classes):
            self.open += 1
        elif is_known or name not in INHERITED and not name.startswith("__"):
            if is_known:
                self.found(f"{cls.name}.{name}", hasattr(object, name))
            else:
                # A base class in another package may define it.
                self.open += 1
        else:
            self.found(f"{cls.name}.{name}", True)
            if name == "from_pretrained" and not re.match(r"(TF|Flax)?Auto", cls.name):
                return ("constructor", cls)
        return None

    def call(self, node):
        kind = self.infer(node.func)
        for each in node.args:
            self.infer(each.value if isinstance(each, ast.Starred) else each)
        for keyword in node.keywords:
            self.infer(keyword.value)
        names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
        if kind is None:
            if not (isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id)):
                self.open += len(names)
            return None
        if kind[0] == "class":
            self.constructor_keywords(kind[1], names)
            return ("instance", kind[1])
        if kind[0] == "constructor":
            self.open += len(names)
            return ("instance", kind[1])
        if kind[0] == "function":
            self.keywords(kind[1], names)
            return self.returned(kind[1], None)
        if kind[0] == "method":
            self.keywords(kind[1], names)
            return self.returned(kind[1], kind[2])
        if kind[0] == "instance":
            classes, _ = self.index.lineage(kind[1])
            for wanted in ("__call__", "forward"):
                for each in classes:
                    if wanted in each.methods:
                        self.keywords(each.methods[wanted], names)
                        return self.returned(each.methods[wanted], kind[1])
            self.open += len(names)
            return None
        if kind[0] == "python":
            try:
                parameters = inspect.signature(kind[1]).parameters.values()
            except (TypeError, ValueError):
                self.open += len(names)
                return None
            for name in names:
                self.found(f"{getattr(kind[1], '__name__', '?')}({name}=)", any(each.name == name or each.kind == each.VAR_KEYWORD for each in parameters))
            return ("python-instance", kind[1]) if inspect.isclass(kind[1]) else None
        self.open += len(names)
        return None

    def keywords(self, function, names):
        for name in names:
            if name in function.keywords:
                self.found(f"{function.name}({name}=)", True)
            elif function.takes_any or function.is_wrapped:
                # Passed on to another function, or changed by a decorator: undecided.
                self.open += 1
            else:
                self.found(f"{function.name}({name}=)", False)

    def constructor_keywords(self, cls, names):
        classes, is_known = self.index.lineage(cls)
        for each in classes:
            for wanted in ("__init__", "__new__"):
                if wanted in each.methods:
                    self.keywords(each.methods[wanted], names)
                    return
        fields = {field for each in classes for field in each.fields}
        for name in names:
            if name in fields:
                self.found(f"{cls.name}({name}=)", True)
            elif is_known and any("dataclass" in decorator for decorator in cls.decorators):
                self.found(f"{cls.name}({name}=)", False)
            else:
                self.open += 1

    def returned(self, function, cls):
        """The return type of a call: its annotation or, for a class's own constructors with conventional names, the class."""
        node = function.returns
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                node = None
        if cls is not None and re.match(r"(TF|Flax)?Auto", cls.name):
            return None  # It creates an instance of the class named in the files.
        if cls is not None and (
            isinstance(node, ast.Name) and node.id in ("Self", cls.name)
            or "classmethod" in function.decorators
            and re.match(r"(from_|load|get_pretrained|auto_config)", function.name)
            and not isinstance(node, (ast.Subscript, ast.Tuple))
        ):
            return ("instance", cls)
        if node is None:
            return None
        made = self.index.evaluate(node, function.module) if isinstance(node, (ast.Name, ast.Attribute)) else None
        return ("instance", made[1]) if made and made != "unknown" and made[0] == "class" else None


def shell_names(check, words):
    """Commands and modules that a shell block starts."""
    for command in words.get("commands", []):
        check.found(f"command {command}", command in check.index.commands)
    for module in words.get("modules", []):
        if check.index.has_top(module):
            check.found(f"python -m {module}", module in check.index.modules)
        else:
            check.open += 1


def main():
    request = json.load(sys.stdin)
    index = Index(request["folders"])
    results = {}
    for kind, look in (("files", Check.run), ("shell", shell_names)):
        for name, what in request.get(kind, {}).items():
            check = Check(index)
            look(check, what)
            results[name] = {"checked": check.checked, "open": check.open, "missing": sorted(set(check.missing))}
    print(json.dumps(results))


if __name__ == "__main__":
    main()
