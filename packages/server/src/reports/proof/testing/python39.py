"""Lists what a Python file uses that is later than Python 3.9, or not among the names below, which are all in Python 3.9."""
import ast
import sys

KNOWN = set(
    """argparse.ArgumentParser argparse.ArgumentTypeError argparse.RawDescriptionHelpFormatter base64.b64decode
    binascii.Error calendar.timegm datetime.datetime datetime.datetime.strptime datetime.timedelta gzip.open
    hashlib.sha256 json.loads os.path os.path.join re.compile re.fullmatch re.sub struct.Struct struct.error
    struct.unpack subprocess.PIPE subprocess.STDOUT subprocess.run sys.argv sys.exit tempfile.TemporaryDirectory""".split()
)
# Of types that the file may use without naming a module.
LATER_METHODS = {"bit_count", "add_note", "walk_up"}
LATER_KEYWORDS = {"strict", "slots", "kw_only", "delete_on_close", "root_dir", "process_group"}
LATER_NAMES = {"aiter", "anext", "EncodingWarning", "ExceptionGroup", "BaseExceptionGroup"}


def dotted(node):
    if isinstance(node, ast.Name):
        return node.id
    before = dotted(node.value) if isinstance(node, ast.Attribute) else None
    return before and before + "." + node.attr


def problems(text):
    try:
        nodes = list(ast.walk(ast.parse(text, feature_version=(3, 9))))
    except SyntaxError as error:
        return ["syntax: %s" % error.msg]
    modules = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    used = {dotted(node) or "" for node in nodes if isinstance(node, ast.Attribute)}
    found = {"module " + name for name in modules - {name.split(".")[0] for name in KNOWN}}
    found |= {"module %s" % node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    found |= {name for name in used - KNOWN if name.split(".")[0] in modules}
    found |= {"method " + node.attr for node in nodes if isinstance(node, ast.Attribute) and node.attr in LATER_METHODS}
    found |= {"argument %s" % node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg in LATER_KEYWORDS}
    found |= {"name " + node.id for node in nodes if isinstance(node, ast.Name) and node.id in LATER_NAMES}
    # Unions of types (X | Y) can only be in annotations.
    noted = [node for node in nodes if getattr(node, "annotation", None) or getattr(node, "returns", None)]
    return sorted(found | {"annotation" for _ in noted})


print("\n".join(problems(sys.stdin.read())))
