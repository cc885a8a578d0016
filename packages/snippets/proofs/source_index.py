"""Indexes the definitions in unpacked distributions by parsing their source: modules, classes with their members, functions with their parameters.

Nothing is imported or run. A name has one of three results: its definition, not defined, or not decidable from the source (compiled code,
names created at run time).
"""

import ast
import configparser
import pathlib
import re

NOT_SOURCE = {"tests", "test", "docs", "examples", "benchmarks", "build"}


class Function:
    def __init__(self, node, module):
        arguments = node.args
        self.module = module
        self.name = node.name
        self.returns = node.returns
        self.decorators = [decorator_name(each) for each in node.decorator_list]
        self.keywords = {each.arg for each in arguments.args + arguments.kwonlyargs}
        self.takes_any = arguments.kwarg is not None
        # An unknown decorator may change the function's parameters.
        known = {"staticmethod", "classmethod", "property", "abstractmethod", "overload", "cached_property", "torch.no_grad", "override"}
        self.is_wrapped = any(each not in known for each in self.decorators)

    def merge(self, other):
        self.keywords |= other.keywords
        self.takes_any = self.takes_any or other.takes_any


class Class:
    def __init__(self, node, module):
        self.module = module
        self.name = node.name
        self.bases = node.bases
        self.has_metaclass = any(each.arg == "metaclass" for each in node.keywords)
        self.methods = {}
        self.attributes = set()
        self.fields = set()
        self.annotations = {}
        self.decorators = [decorator_name(each) for each in node.decorator_list]
        for item in statements(node.body):
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                function = Function(item, module)
                if item.name in self.methods:
                    function.merge(self.methods[item.name])
                self.methods[item.name] = function
                for inner in ast.walk(item):
                    if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and isinstance(inner.value, ast.Name) and inner.value.id in ("self", "cls"):
                        self.attributes.add(inner.attr)
            elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                self.fields.add(item.target.id)
                self.annotations[item.target.id] = item.annotation
            elif isinstance(item, ast.Assign):
                self.attributes.update(target.id for target in item.targets if isinstance(target, ast.Name))
            elif isinstance(item, ast.ClassDef):
                self.attributes.add(item.name)

    @property
    def is_dynamic(self):
        return "__getattr__" in self.methods or "__getattribute__" in self.methods or self.has_metaclass and self.name != "ABC"


class Module:
    def __init__(self, name, path):
        self.name = name
        self.path = path
        self.is_package = path is not None and path.name.startswith("__init__.")
        self.is_opaque = path is None or path.suffix not in (".py", ".pyi")
        self.names = {}  # name -> ("class", Class) | ("function", Function) | ("import", module, name or None) | ("value", expression or None)
        self.stars = []
        self.text = ""
        self.is_read = False

    def read(self):
        if self.is_read or self.is_opaque:
            return self
        self.is_read = True
        self.text = self.path.read_text(encoding="utf-8", errors="replace")
        try:
            tree = ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError):
            # Written for another Python version, or a template: its names are unknown.
            self.is_opaque = True
            return self
        for item in statements(tree.body):
            self.take(item)
        return self

    def take(self, item):
        if isinstance(item, ast.ClassDef):
            self.names[item.name] = ("class", Class(item, self))
        elif isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
            function = Function(item, self)
            known = self.names.get(item.name)
            if known and known[0] == "function":
                function.merge(known[1])
            self.names[item.name] = ("function", function)
        elif isinstance(item, ast.ImportFrom):
            source = self.absolute(item.module, item.level)
            for alias in item.names:
                if alias.name == "*":
                    self.stars.append(source)
                else:
                    self.names.setdefault(alias.asname or alias.name, ("import", source, alias.name))
        elif isinstance(item, ast.Import):
            for alias in item.names:
                name = alias.asname or alias.name.split(".")[0]
                self.names.setdefault(name, ("import", alias.name if alias.asname else name, None))
        elif isinstance(item, (ast.Assign, ast.AnnAssign)):
            targets = item.targets if isinstance(item, ast.Assign) else [item.target]
            for target in targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name):
                        self.names.setdefault(each.id, ("value", item.value if isinstance(target, ast.Name) else None))
        elif isinstance(item, (ast.For, ast.With)):
            for each in ast.walk(item):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    self.names.setdefault(each.id, ("value", None))

    def absolute(self, module, level):
        if level == 0:
            return module or ""
        parts = self.name.split(".")
        if not self.is_package:
            parts = parts[:-1]
        parts = parts[: len(parts) - (level - 1)]
        return ".".join(parts + ([module] if module else []))


def statements(body):
    """The statements of a body, including those inside if, try and with, because any of them may run."""
    for item in body:
        yield item
        if isinstance(item, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            for part in ("body", "orelse", "finalbody"):
                yield from statements(getattr(item, part, []))
            for handler in getattr(item, "handlers", []):
                yield from statements(handler.body)


def decorator_name(node):
    if isinstance(node, ast.Call):
        node = node.func
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "?")
    return ".".join(reversed(parts))


class Index:
    """Modules of several distributions, each in its own folder."""

    def __init__(self, folders):
        self.modules = {}
        self.stubs = {}  # for source that loads compiled code, stubs declare its names
        self.commands = set()
        self.by_name = None
        for folder in folders:
            self.add(pathlib.Path(folder))

    def add(self, folder):
        inner = [each for each in folder.iterdir() if each.is_dir()]
        if not any(folder.glob("*.dist-info")) and len(inner) == 1 and (folder / inner[0] / "PKG-INFO").exists():
            folder = inner[0]  # A source archive
        for root in (folder / "src", folder / "python", folder):
            if root.is_dir():
                self.add_root(root, is_source=not any(folder.glob("*.dist-info")))
        self.add_commands(folder)

    def add_root(self, root, is_source):
        for path in sorted(root.rglob("*")):
            if path.suffix not in (".py", ".pyi", ".so", ".pyd") or not path.is_file():
                continue
            parts = list(path.relative_to(root).parts)
            if is_source and len(parts) > 1 and parts[0] in NOT_SOURCE:
                continue
            # Files that a wheel stores outside its packages (name.data/purelib/…)
            if len(parts) > 2 and parts[0].endswith(".data"):
                parts = parts[2:]
            parts[-1] = parts[-1].split(".")[0]
            if parts[-1] == "__init__":
                parts.pop()
            if not parts or not all(part.isidentifier() for part in parts):
                continue
            name = ".".join(parts)
            if path.suffix == ".pyi":
                self.stubs[name] = Module(name, path)
            known = self.modules.get(name)
            # Source is the most informative, then stubs; compiled code only shows that the module exists.
            order = [".py", ".pyi", ".so", ".pyd"]
            if known is None or known.path is None or order.index(path.suffix) < order.index(known.path.suffix):
                self.modules[name] = Module(name, path)
            for length in range(1, len(parts)):
                self.modules.setdefault(".".join(parts[:length]), Module(".".join(parts[:length]), None))

    def add_commands(self, folder):
        for path in folder.rglob("entry_points.txt"):
            parser = configparser.ConfigParser(delimiters=("=",), strict=False)
            parser.optionxform = str
            parser.read_string(path.read_text(errors="replace"))
            for section in ("console_scripts", "gui_scripts"):
                if parser.has_section(section):
                    self.commands.update(parser[section])
        for path in folder.glob("*.data/scripts/*"):
            self.commands.add(path.name)
        project = folder / "pyproject.toml"
        if project.exists():
            import tomllib

            try:
                about = tomllib.loads(project.read_text(errors="replace"))
            except tomllib.TOMLDecodeError:
                about = {}
            self.commands.update(about.get("project", {}).get("scripts", {}))
            self.commands.update(about.get("tool", {}).get("poetry", {}).get("scripts", {}))

    def module(self, name):
        found = self.modules.get(name)
        return found.read() if found else None

    def has_top(self, name):
        return name.split(".")[0] in self.modules

    def resolve(self, module_name, name, seen=()):
        """The entity of a name in a module; "unknown" when the source does not determine it, None when it does not exist."""
        if (module_name, name) in seen or len(seen) > 40:
            return "unknown"
        seen = (*seen, (module_name, name))
        module = self.module(module_name)
        if module is None:
            return "unknown" if not self.has_top(module_name) else None
        if module.is_opaque and module.path is not None:
            return "unknown"
        found = module.names.get(name)
        if found:
            if found[0] == "import":
                if found[2] is None:
                    return ("module", found[1]) if self.modules.get(found[1]) else "unknown"
                return self.resolve(found[1], found[2], seen) or (("module", f"{found[1]}.{found[2]}") if f"{found[1]}.{found[2]}" in self.modules else None) or "unknown"
            return found
        if f"{module_name}.{name}" in self.modules:
            return ("module", f"{module_name}.{name}")
        for star in module.stars:
            through = self.resolve(star, name, seen)
            if through and through != "unknown":
                return through
        if self.is_listed(module, name):
            return self.unique(name, module_name) or "unknown"
        if any(not self.has_top(star) for star in module.stars):
            return "unknown"
        stub = self.stubs.get(module_name)
        if stub and stub is not module and name in stub.read().names:
            return stub.names[name] if stub.names[name][0] != "import" else "unknown"
        if module.path is None and not any(each.startswith(f"{module_name}.") for each in self.modules):
            return "unknown"
        return None

    def is_listed(self, module, name):
        """Lazy packages list the names they import later as text. A module with __getattr__ may create any name."""
        if re.search(rf"""["']{re.escape(name)}["']""", module.text):
            return True
        if "_LazyModule" in module.text or "lazy_loader" in module.text or "LazyImport" in module.text:
            # The list may be built from the files' own __all__.
            return self.unique(name, module.name) is not None
        return "__getattr__" in module.names and self.unique(name, module.name.split(".")[0]) is not None

    def unique(self, name, below):
        """The class or function with a name anywhere below a package."""
        if self.by_name is None:
            self.by_name = {}
            for module in list(self.modules.values()):
                if module.path is not None and module.path.suffix == ".py" and re.search(r"^\s*(class|def|async def) ", module.path.read_text(errors="replace"), re.M):
                    for defined in re.findall(r"^(?:class|def|async def) (\w+)", module.path.read_text(errors="replace"), re.M):
                        self.by_name.setdefault(defined, []).append(module.name)
        top = below.split(".")[0]
        for module_name in self.by_name.get(name, []):
            if module_name == top or module_name.startswith(f"{top}."):
                return self.module(module_name).names.get(name)
        return None

    def lineage(self, cls, seen=()):
        """A class and its bases, and whether all of them are known."""
        if (cls.module.name, cls.name) in seen:
            return [], True
        seen = (*seen, (cls.module.name, cls.name))
        classes, is_known = [cls], True
        for base in cls.bases:
            entity = self.evaluate(base, cls.module)
            if entity and entity != "unknown" and entity[0] == "class":
                more, known = self.lineage(entity[1], seen)
                classes += more
                is_known = is_known and known
            elif not (isinstance(base, ast.Name) and base.id in ("object", "ABC", "Protocol") or isinstance(base, ast.Subscript) and decorator_name(base.value) in ("Generic", "Protocol", "typing.Generic")):
                is_known = False
        return classes, is_known

    def evaluate(self, node, module):
        """The entity an expression in a module's own source refers to: only names and attributes are followed."""
        if isinstance(node, ast.Subscript):
            node = node.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                node = ast.parse(node.value, mode="eval").body
            except SyntaxError:
                return "unknown"
            return self.evaluate(node, module)
        if isinstance(node, ast.Name):
            found = self.resolve(module.name, node.id)
            if found is None:
                return "unknown"
            return found
        if isinstance(node, ast.Attribute):
            base = self.evaluate(node.value, module)
            if base and base != "unknown" and base[0] == "module":
                return self.resolve(base[1], node.attr) or "unknown"
        return "unknown"
