"""Evaluates models of mores, by what docs/models.md says of them and by nothing else.

This module is the reference: it takes a `model` as the JSON of a report has it, needs no other file of this package and no
program, and is written to be read. `InterfaceRun`, `LanguageRun` and `TransducerRun` evaluate the three kinds of models;
`expression` reads what their guards, updates and writes are written in.
"""

from __future__ import annotations

import math
import re
import struct
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

Value = Union[bool, int, float]
Names = Mapping[str, Value]
Run = Callable[[Names], Any]
Json = Mapping[str, Any]


class NotGiven(Exception):
    """A guard asks for a value that nobody gave."""


class Outside(Exception):
    """An input that a transducer says nothing of: `position` is that of the symbol (the length of the input at its end),
    `fails` how the program fails, and None where nobody knows, or where the input is not one that the program takes."""

    def __init__(self, why: str, position: int, fails: Optional[str] = None) -> None:
        super().__init__(why)
        self.position = position
        self.fails = fails


# Types


class Type(NamedTuple):
    """`boolean`; `number` of a width and a sign; `float` of a width; `integer` without bounds; `free`: a number that takes the
    type of what it meets, at least a `long` where the width is 64."""

    kind: str
    width: int = 0
    signed: bool = True


BOOLEAN, INTEGER, FREE = Type("boolean"), Type("integer"), Type("free")
INT, LONG = Type("number", 32), Type("number", 64)
JAVA = {
    "boolean": BOOLEAN,
    "integer": INTEGER,
    "byte": Type("number", 8),
    "short": Type("number", 16),
    "char": Type("number", 16, False),
    "int": INT,
    "long": LONG,
    "float": Type("float", 32),
    "double": Type("float", 64),
}


def type_named(name: str, mathematical: bool = False) -> Optional[Type]:
    """The type with that name, None if it is the name of a class. In a mathematical model `int` and `long` have no bounds."""
    if mathematical and name in ("int", "long"):
        return INTEGER
    if re.fullmatch(r"[iu][1-9]\d?", name):
        return Type("number", int(name[1:]), name[0] == "i")
    of_c = re.fullmatch(r"(u?)int(8|16|32|64)_t", name)
    if of_c:
        return Type("number", int(of_c.group(2)), not of_c.group(1))
    return JAVA.get(name)


def promoted(a: Type, b: Type) -> Type:
    """The type that two operands are brought to: as in Java, and unsigned where an operand of the greatest width is."""
    if a.kind == b.kind == "free":
        return max(a, b)
    if "free" in (a.kind, b.kind):
        number, other = (a, b) if a.kind == "free" else (b, a)
        as_long = number.width == 64 and other.kind == "number"
        return promoted(LONG if as_long else other, other)
    if a.kind == b.kind == "number":
        width = max(a.width, b.width, 32)
        return Type("number", width, (a.signed or a.width < width) and (b.signed or b.width < width))
    if "float" in (a.kind, b.kind):
        return max((t for t in (a, b) if t.kind == "float"), key=lambda t: t.width)
    if a != b:
        raise SyntaxError(f"{a} and {b} do not go together")
    return a


def brought_to(value: Any, to: Type) -> Any:
    """A value as one of another type: numbers keep their low bits, floats are rounded."""
    if to.kind == "number":
        low = value & ((1 << to.width) - 1)
        return low - (1 << to.width) if to.signed and low >> (to.width - 1) else low
    if to.kind == "float":
        return single(value) if to.width == 32 else float(value)
    return value


# Floats


def single(value: Union[int, float]) -> float:
    """The nearest number that a `float` can hold. Python's own conversion of a long would round twice."""
    if isinstance(value, int):
        dropped = max(abs(value).bit_length() - 26, 0)
        sticky = int(abs(value) & ((1 << dropped) - 1) != 0)
        value = math.copysign(((abs(value) >> dropped) | sticky) << dropped, value)
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def divided(a: float, b: float) -> float:
    """IEEE's quotient: Python has none by zero."""
    if b == 0:
        return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


def to_number(value: float, to: Type) -> int:
    """A float as a number, as Java casts it: towards zero, to the nearest `int` or `long` there is, NaN to zero."""
    wide = to if to.width in (32, 64) else INT
    least, greatest = -(1 << (wide.width - 1)), (1 << (wide.width - 1)) - 1
    if math.isnan(value):
        return 0
    whole = greatest if value >= greatest else least if value <= least else int(value)
    return int(brought_to(whole, to))


def bits_of(value: float, width: int) -> int:
    """The pattern of a float, as a signed number. There is one NaN."""
    if math.isnan(value):
        return 0x7FC00000 if width == 32 else 0x7FF8000000000000
    packed = struct.pack("<f" if width == 32 else "<d", value)
    return int.from_bytes(packed, "little", signed=True)


def of_bits(bits: int, width: int) -> float:
    packed = (bits & ((1 << width) - 1)).to_bytes(width // 8, "little")
    return float(struct.unpack("<f" if width == 32 else "<d", packed)[0])


# Expressions


class Code(NamedTuple):
    """An expression: its type, and for a type that it is wanted as, what computes its value from those of names."""

    type: Type
    wanted: Callable[[Type], Run]


def code(own: Type, build: Callable[[Type], Run]) -> Code:
    """What is free is built as what is wanted; all else as its own type, and then brought to what is wanted."""

    def wanted(to: Type) -> Run:
        built_as = to if own.kind == "free" else own
        run = build(built_as)
        return run if built_as == to else lambda names: brought_to(run(names), to)

    return Code(own, wanted)


def expression(text: str, names: Mapping[str, Type], to: Type = BOOLEAN) -> Run:
    """What computes the value of a text as that type from the values of names, which have these types."""
    reader = Reader(text, names)
    read = reader.conditional()
    if reader.rest():
        raise SyntaxError(f"{text!r} goes on after {reader.at} characters")
    return read.wanted(to)


OPERATORS = re.compile(r">>>|&&|\|\||==|!=|<=|>=|<<|>>|[-<>+*/%&|^]")
TIGHTNESS = {
    "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "<": 8, "<=": 8, ">": 8, ">=": 8,
    "<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
}  # fmt: skip
FLOAT = re.compile(r"\d+(?:\.\d+(?:[eE][+-]?\d+)?[fFdD]?|[eE][+-]?\d+[fFdD]?|[fFdD])(?!\w)")
NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([lL]?)")
WORD = re.compile(r"[^\W\d][\w$.]*")
CAST = re.compile(r"\(([a-z]\w*)\)")
CONSTANTS = {"NaN": math.nan, "POSITIVE_INFINITY": math.inf, "NEGATIVE_INFINITY": -math.inf}


LONGEST = 2
"""How many elements an array or text has that a method is given, at most."""


def lengths(names: Mapping[str, Type]) -> Dict[str, List[str]]:
    """The lengths of arrays and texts that truth values tell: `b.length` by `b.length == 0` and `b.length == 1`. It is `LONGEST`
    whenever none of these holds."""
    found: Dict[str, List[str]] = {}
    for name in names:
        length = name[: -len(" == 0")]
        of = re.fullmatch(r"(.*[^)])\.length(\(\))?", length)
        if not name.endswith(" == 0") or not of:
            continue
        # Of one that is there before the call, or of a text of the code's, they do not tell it.
        certain = tuple(of.group(1) + how for how in (" == ", " instanceof ", ".equals("))
        if any(other.startswith(certain) and other != of.group(1) + " == null" for other in names):
            continue
        cases = [f"{length} == {n}" for n in range(LONGEST)]
        if all(case in names for case in cases):
            found[length] = cases
    return found


class Reader:
    """Reads expressions. All names are known beforehand, so that a name is simply the longest that stands there, whatever
    it contains; `a != b` is the opposite of what is called `a == b`."""

    def __init__(self, text: str, names: Mapping[str, Type]) -> None:
        self.text, self.at, self.lengths = text, 0, lengths(names)
        names = {**dict.fromkeys(self.lengths, INTEGER if INTEGER in names.values() else INT), **names}
        self.names = names
        opposites = {n.replace(" == ", " != "): n for n, t in names.items() if " == " in n and t == BOOLEAN}
        self.known = {**opposites, **{name: name for name in names}}
        self.longest_first = sorted(self.known, key=len, reverse=True)

    def rest(self) -> str:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1
        return self.text[self.at :]

    def accept(self, symbol: str) -> bool:
        found = self.rest().startswith(symbol)
        self.at += len(symbol) if found else 0
        return found

    def expect(self, symbol: str) -> None:
        if not self.accept(symbol):
            raise SyntaxError(f"{symbol!r} is missing in {self.text!r} after {self.at} characters")

    def match(self, pattern: "re.Pattern[str]") -> Optional["re.Match[str]"]:
        self.rest()
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def conditional(self) -> Code:
        """`c ? a : d ? b : …`, in a loop: tables are long."""
        choices: List[Tuple[Code, Code]] = []
        last = self.binary(0)
        while self.accept("?"):
            then = self.conditional()
            self.expect(":")
            choices.append((last, then))
            last = self.binary(0)
        return chosen(choices, last) if choices else last

    def binary(self, above: int) -> Code:
        left = self.unary()
        while True:
            before = self.at
            found = self.match(OPERATORS)
            if not found or TIGHTNESS[found.group()] <= above:
                self.at = before
                return left
            left = operation(found.group(), left, self.binary(TIGHTNESS[found.group()]))

    def unary(self) -> Code:
        if self.accept("!"):
            return truth(lambda a: lambda names: not a(names), self.unary())
        for sign in "-~":
            if self.accept(sign):
                return prefixed(sign, self.unary())
        cast = self.match(CAST)
        to = cast and type_named(cast.group(1))
        if to:
            return casted(to, self.unary())
        self.at = cast.start() if cast else self.at
        if self.accept("("):
            inside = self.conditional()
            self.expect(")")
            return inside
        return self.atom()

    def atom(self) -> Code:
        literal = self.match(FLOAT)
        if literal:
            width = 32 if literal.group()[-1] in "fF" else 64
            return constant(brought_to(float(literal.group().rstrip("fFdD")), Type("float", width)), Type("float", width))
        number = self.match(NUMBER)
        if number:
            return constant(int(number.group(1), 0), Type("free", 64 if number.group(2) else 0))
        if self.accept("`"):
            end = self.text.index("`", self.at)
            name, self.at = self.text[self.at : end], end + 1
            return self.name(name)
        rest = self.rest()
        for name in self.longest_first:
            if rest.startswith(name) and not re.match(r"[\w$.(\[]", rest[len(name) :]):
                self.at += len(name)
                return self.name(name)
        return self.word()

    def name(self, read: str) -> Code:
        name = self.known.get(read)
        if name is None:
            raise SyntaxError(f"{read!r} is not known in {self.text!r}")

        def value(names: Names) -> Value:
            cases = [] if name in names else self.lengths.get(name, [])
            missing = [asked for asked in cases or [name] if asked not in names]
            if missing:
                raise NotGiven(missing[0])
            return next((n for n, case in enumerate(cases) if names[case]), len(cases)) if cases else names[name]

        asked = code(self.names[name], lambda _: value)
        return asked if name == read else truth(lambda a: lambda names: not a(names), asked)

    def word(self) -> Code:
        """A truth value, a constant or a function."""
        found = self.match(WORD)
        if not found:
            raise SyntaxError(f"{self.text!r} has no expression after {self.at} characters")
        word = found.group()
        if word in ("true", "false"):
            return constant(word == "true", BOOLEAN)
        owner, _, member = word.rpartition(".")
        if member in CONSTANTS:
            return constant(CONSTANTS[member], Type("float", 32 if owner == "Float" else 64))
        self.expect("(")
        arguments = [self.conditional()]
        while self.accept(","):
            arguments.append(self.conditional())
        self.expect(")")
        return called(word, arguments)


def constant(value: Value, own: Type) -> Code:
    def build(to: Type) -> Run:
        fixed = brought_to(value, to)
        return lambda _: fixed

    return code(own, build)


def truth(build: Callable[..., Run], *operands: Code) -> Code:
    runs = [operand.wanted(BOOLEAN) for operand in operands]
    return code(BOOLEAN, lambda _: build(*runs))


def chosen(choices: Sequence[Tuple[Code, Code]], last: Code) -> Code:
    own = last.type
    for _, then in choices:
        own = own if own == then.type == BOOLEAN else promoted(own, then.type)

    def build(to: Type) -> Run:
        runs = [(condition.wanted(BOOLEAN), then.wanted(to)) for condition, then in choices]
        otherwise = last.wanted(to)

        def run(names: Names) -> Any:
            for condition, then in runs:
                if condition(names):
                    return then(names)
            return otherwise(names)

        return run

    return code(own, build)


def prefixed(sign: str, operand: Code) -> Code:
    def build(to: Type) -> Run:
        run = operand.wanted(to)
        if sign == "-":
            return lambda names: brought_to(-run(names), to)
        return lambda names: brought_to(~run(names), to)

    return code(promoted(operand.type, operand.type), build)


def casted(to: Type, operand: Code) -> Code:
    """What has no bounds has none afterwards, but is in the range of the type."""
    source = promoted(operand.type, to) if operand.type.kind == "free" else operand.type
    run = operand.wanted(source)
    convert = to_number if source.kind == "float" and to.kind == "number" else brought_to
    return code(INTEGER if source == INTEGER else to, lambda _: lambda names: convert(run(names), to))


def operation(operator: str, a: Code, b: Code) -> Code:
    if operator == "&&":
        return truth(lambda x, y: lambda names: x(names) and y(names), a, b)
    if operator == "||":
        return truth(lambda x, y: lambda names: x(names) or y(names), a, b)
    if operator in COMPARISONS:
        both = BOOLEAN if a.type == b.type == BOOLEAN else promoted(a.type, b.type)
        x, y, compare = a.wanted(settled(both)), b.wanted(settled(both)), COMPARISONS[operator]
        return code(BOOLEAN, lambda _: lambda names: compare(x(names), y(names)))
    if operator in ("<<", ">>", ">>>"):
        amount = b.wanted(settled(b.type))
        return code(promoted(a.type, a.type), lambda to: shifted(operator, a.wanted(to), amount, to))
    return code(promoted(a.type, b.type), lambda to: computed(operator, a.wanted(to), b.wanted(to), to))


COMPARISONS: Dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
}


def settled(own: Type) -> Type:
    """Between numbers alone there are no bounds."""
    return INTEGER if own.kind == "free" else own


def shifted(operator: str, a: Run, amount: Run, to: Type) -> Run:
    """Shifts by the low bits of the amount."""
    low = to.width - 1
    if operator == "<<":
        return lambda names: brought_to(a(names) << (amount(names) & low), to)
    if operator == ">>":
        return lambda names: a(names) >> (amount(names) & low)
    unsigned = Type("number", to.width, False)
    return lambda names: brought_to(brought_to(a(names), unsigned) >> (amount(names) & low), to)


def quotient(x: int, y: int) -> int:
    """Towards zero."""
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


ARITHMETIC: Dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": quotient,
    "%": lambda x, y: x - y * quotient(x, y),
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
}
OF_FLOATS = {**ARITHMETIC, "/": divided, "%": math.fmod}


def computed(operator: str, a: Run, b: Run, to: Type) -> Run:
    compute = (OF_FLOATS if to.kind == "float" else ARITHMETIC)[operator]
    return lambda names: brought_to(compute(a(names), b(names)), to)


def called(name: str, arguments: Sequence[Code]) -> Code:
    own = [argument.type for argument in arguments]
    if name == "mod":
        x, y = (argument.wanted(INTEGER) for argument in arguments)
        return code(INTEGER, lambda _: lambda names: x(names) % abs(y(names)))
    if name in ("shl", "lshr", "ashr"):
        of_both = own[1] if own[0].kind == "free" else own[0]
        a, amount = arguments
        return code(of_both, lambda to: shifted_wholly(name, a.wanted(to), amount.wanted(to), to))
    return float_function(name.rpartition(".")[2], arguments[0], settled(own[0]))


def shifted_wholly(name: str, a: Run, amount: Run, to: Type) -> Run:
    """Shifts by the whole amount, which leaves nothing, or only signs, from the width on."""
    unsigned, signed = Type("number", to.width, False), Type("number", to.width)

    def run(names: Names) -> Any:
        value, by = a(names), min(brought_to(amount(names), unsigned), to.width)
        if name == "shl":
            return brought_to(value << by, to)
        return brought_to(brought_to(value, signed if name == "ashr" else unsigned) >> by, to)

    return run


def float_function(member: str, argument: Code, own: Type) -> Code:
    run = argument.wanted(own)
    if member == "isNaN":
        return code(BOOLEAN, lambda _: lambda names: math.isnan(run(names)))
    if member == "abs":
        return code(own, lambda _: lambda names: abs(run(names)))
    if member == "sqrt":
        root: Run = lambda names: brought_to(math.nan if run(names) < 0 else math.sqrt(run(names)), own)
        return code(own, lambda _: root)
    if member in ("floatToIntBits", "floatToRawIntBits", "doubleToLongBits", "doubleToRawLongBits"):
        return code(Type("number", own.width), lambda _: lambda names: bits_of(run(names), own.width))
    if member in ("intBitsToFloat", "longBitsToDouble"):
        width = 32 if member == "intBitsToFloat" else 64
        return code(Type("float", width), lambda _: lambda names: of_bits(run(names), width))
    raise SyntaxError(f"there is no function {member!r}")


# Interfaces


class Step(NamedTuple):
    """The answer to one call: `ok`, `error` or `unknown`; what happens there, and in which file and line. What is not
    `established` is a guess."""

    answer: str
    what: Optional[str]
    place: Optional[Tuple[str, int]]
    state: int
    established: bool


class InterfaceRun:
    """Evaluates an interface. `integers` is that of the verdict."""

    def __init__(self, model: Json, integers: str = "wrapping") -> None:
        mathematical = integers == "mathematical"
        self.initial: int = model["initial"]
        self.states = {state["id"]: state for state in model["states"]}
        self.moves = {(move["from"], move["symbol"]): move for move in model["transitions"]}
        self.registers = typed(model.get("registers", []), mathematical)
        self.names: Dict[str, Dict[str, Type]] = {}
        self.symbols: Dict[str, List[Tuple[str, Run]]] = {}
        for method in model["methods"]:
            scalars = typed(method.get("scalars", method["parameters"]), mathematical)
            self.names[method["name"]] = {**self.registers, **scalars}
            self.symbols[method["name"]] = []
        for symbol in model["alphabet"]:
            guard = expression(symbol["guard"], self.names[symbol["method"]])
            self.symbols[symbol["method"]].append((symbol["symbol"], guard))
        methods = {symbol["symbol"]: symbol["method"] for symbol in model["alphabet"]}
        self.updates = {
            (move["from"], move["symbol"]): {
                name: expression(text, self.names[methods[move["symbol"]]], self.registers[name])
                for name, text in move.get("updates", {}).items()
            }
            for move in model["transitions"]
        }

    def steps(self, calls: Sequence[Tuple[str, Names]]) -> Iterator[Step]:
        """The answers to calls, each a method with the values of what its guards speak of, up to the first that is not ok."""
        state, established = self.initial, True
        # A register that was never set has a value that no answer depends on.
        held: Dict[str, Value] = {name: brought_to(False, own) for name, own in self.registers.items()}
        for method, values in calls:
            if self.states[state].get("beyond"):
                yield Step("unknown", "nothing was looked at from here on", None, state, True)
                return
            names = {**held, **values}
            step = state, self.symbol(method, names)
            move = self.moves[step]
            reached = self.states[move["to"]]
            answered = established and move.get("answered", True)
            established = established and move.get("established", True)
            cause = move.get("error") or move.get("unknown") or {"what": None, "place": None}
            place = (cause["place"]["file"], cause["place"]["line"]) if cause["place"] else None
            yield Step(reached["answer"], cause["what"], place, move["to"], answered)
            if reached["answer"] != "ok":
                return
            state = move["to"]
            held.update({name: update(names) for name, update in self.updates[step].items()})

    def symbol(self, method: str, names: Names) -> str:
        """The one symbol of the method whose guard holds."""
        for symbol, guard in self.symbols[method]:
            if guard(names):
                return symbol
        raise ValueError(f"no guard of {method} holds: these are no arguments that it can have")


def typed(entries: Sequence[Json], mathematical: bool = False) -> Dict[str, Type]:
    """Names with their types; what is an object has none."""
    types = {entry["name"]: type_named(entry["type"], mathematical) for entry in entries}
    return {name: own for name, own in types.items() if own}


# Languages


class LanguageRun:
    """Evaluates a language."""

    def __init__(self, model: Json) -> None:
        self.initial: int = model["initial"]
        self.accepting = {state["id"] for state in model["states"] if state["accepting"]}
        self.moves: Dict[Tuple[int, str], int] = {(m["from"], m["symbol"]): m["to"] for m in model["transitions"]}

    def accepts(self, events: Sequence[str]) -> bool:
        state: Optional[int] = self.initial
        for event in events:
            state = None if state is None else self.moves.get((state, event))
        return state in self.accepting


# Transducers


class Rule(NamedTuple):
    """A transition, or what happens at the end, where it leads nowhere."""

    guard: Run
    writes: List[Run]
    updates: List[Run]
    to: int


class TransducerRun:
    """Evaluates a transducer."""

    def __init__(self, model: Json) -> None:
        self.input, self.output = symbols_of(model["input"]), symbols_of(model["output"])
        self.lookback: int = model["lookback"]
        self.registers = typed(model.get("registers", []))
        self.initial = {
            register["name"]: expression(register["initial"], {}, self.registers[register["name"]])({})
            for register in model.get("registers", [])
        }
        # x is the symbol, x1 the one before; at the end there is no x.
        window = {f"x{back or ''}": self.input for back in range(max(self.lookback, 1) + 1)}
        self.names = {**self.registers, **window}
        self.alphabet = expression(model["alphabet"], self.names)
        self.starts = [(start["state"], self.automaton(start.get("when"))) for start in model["starts"]]
        self.failures = {state["id"]: state["failure"] for state in model["states"] if "failure" in state}
        self.rules = by_state(model["transitions"], "from", self.rule)
        self.ends = by_state(model["ends"], "state", self.rule)

    def rule(self, entry: Json) -> Rule:
        updates = zip(entry.get("updates", []), self.registers.values())
        return Rule(
            expression(entry["guard"], self.names),
            [expression(text, self.names, self.output) for text in entry["writes"]],
            [expression(text, self.names, own) for text, own in updates],
            entry.get("to", 0),
        )

    def automaton(self, when: Optional[Json]) -> Callable[[Sequence[int]], bool]:
        """Whether the automaton of a start accepts an input."""
        if when is None:
            return lambda _: True
        first = when["states"][0]["id"]
        accepting = {state["id"] for state in when["states"] if state["accepting"]}
        guards = by_state(when["transitions"], "from", lambda e: (expression(e["guard"], self.names), e["to"]))

        def accepts(symbols: Sequence[int]) -> bool:
            state = first
            for x in symbols:
                state = next((to for guard, to in guards.get(state, []) if guard({"x": x})), None)
            return state in accepting

        return accepts

    def run(self, symbols: Sequence[int]) -> List[int]:
        """What is written for an input; `Outside` if nothing is said of it."""
        symbols = [brought_to(symbol, self.input) for symbol in symbols]
        state = next((state for state, accepts in self.starts if accepts(symbols)), None)
        if state is None:
            raise Outside("no start accepts the input", len(symbols))
        held: Dict[str, Value] = dict(self.initial)
        written: List[int] = []
        for at in range(len(symbols)):
            names = {**held, **self.window(symbols, at)}
            rule = the_one_that_holds(self.rules.get(state, []), names) if self.alphabet(names) else None
            if rule is None:
                raise Outside("the program takes no such symbol", at)
            written += [write(names) for write in rule.writes]
            held = dict(zip(held, [update(names) for update in rule.updates]))
            state = rule.to
            self.refuse_failure(state, at)
        return written + self.at_the_end(state, symbols, held)

    def window(self, symbols: Sequence[int], at: int) -> Dict[str, int]:
        back = range(0 if at < len(symbols) else 1, min(max(self.lookback, 1), at) + 1)
        return {f"x{i or ''}": symbols[at - i] for i in back}

    def at_the_end(self, state: int, symbols: Sequence[int], held: Names) -> List[int]:
        names = {**held, **self.window(symbols, len(symbols))}
        rule = the_one_that_holds(self.ends.get(state, []), names)
        if rule is None:
            raise Outside("the input must not end here", len(symbols))
        return [write(names) for write in rule.writes]

    def refuse_failure(self, state: int, at: int) -> None:
        failure = self.failures.get(state)
        if failure == "not-known":
            raise Outside("nobody knows what happens here", at)
        if failure:
            raise Outside(f"the program fails: {failure['fails']}", at, failure["fails"])


def the_one_that_holds(rules: Sequence[Rule], names: Names) -> Optional[Rule]:
    return next((rule for rule in rules if rule.guard(names)), None)


def symbols_of(entry: Json) -> Type:
    return Type("number", entry["bits"], entry["signed"])


def by_state(entries: Sequence[Json], field: str, make: Callable[[Json], Any]) -> Dict[int, List[Any]]:
    grouped: Dict[int, List[Any]] = {}
    for entry in entries:
        grouped.setdefault(entry[field], []).append(make(entry))
    return grouped
