"""mores learns the unwritten rules of code, proves them, and draws them: see docs/python.md.

    import mores
    stream = mores.interface("corpus/java/PipedOutputStream.java")
    stream.accepts([("connect", 3, False), "write"])
"""

from .command import MoresError
from .evaluate import Outside
from .learn import Check, Diff, Equal, check, diff, equal, errors, explain, filter, interface
from .models import Answer, Filter, Interface, Language, Model, Place, Verdict, load

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Check",
    "Diff",
    "Equal",
    "Filter",
    "Interface",
    "Language",
    "Model",
    "MoresError",
    "Outside",
    "Place",
    "Verdict",
    "check",
    "diff",
    "equal",
    "errors",
    "explain",
    "filter",
    "interface",
    "load",
]
