"""Expressions mean what Java and C say they mean. The values were computed by hand, or by jshell and gcc."""

from __future__ import annotations

import math
from typing import Any, Dict

import pytest
from mores.evaluate import BOOLEAN, INT, INTEGER, LONG, NotGiven, Type, expression, type_named

U8, I8, U32, FLOAT, DOUBLE = (
    Type("number", 8, False), Type("number", 8), Type("number", 32, False), Type("float", 32), Type("float", 64),
)  # fmt: skip
TYPES = {
    "x": U8, "x1": U8, "b": I8, "i": INT, "l": LONG, "u": U32, "n": INTEGER, "f": FLOAT, "d": DOUBLE, "t": BOOLEAN,
    "snk == null": BOOLEAN, "snk.connected": BOOLEAN, "job instanceof Print": BOOLEAN, "window+0": I8,
}  # fmt: skip
ARRAYS = {
    "i": INT, "a.length == 0": BOOLEAN, "a.length == 1": BOOLEAN, "a.length == 2": BOOLEAN, "a == null": BOOLEAN,
    "held.length == 0": BOOLEAN, "held.length == 1": BOOLEAN, "held == this.buffer": BOOLEAN,
    "t.length() == 0": BOOLEAN, "t.length() == 1": BOOLEAN, "s.length() == 0": BOOLEAN,
    "X.get().length == 0": BOOLEAN, "X.get().length == 1": BOOLEAN,
}  # fmt: skip


def value(text: str, to: Type, **names: Any) -> Any:
    return expression(text, TYPES, to)(names)


@pytest.mark.parametrize(
    "text, to, names, expected",
    [
        # Operands narrower than 32 bits are widened by value.
        ("x + x1", INT, {"x": 200, "x1": 100}, 300),
        ("(u8) (x - x1)", U8, {"x": 4, "x1": 7}, 253),
        ("(byte) (x + 1)", I8, {"x": 127}, -128),
        ("x - x1 < 0", BOOLEAN, {"x": 4, "x1": 7}, True),
        ("~x", INT, {"x": 0}, -1),
        # Numbers of 32 and 64 bits wrap.
        ("i + 1", INT, {"i": 2147483647}, -2147483648),
        ("-i", INT, {"i": -2147483648}, -2147483648),
        ("i * i", INT, {"i": 65537}, 131073),
        ("i + 1L", LONG, {"i": 2147483647}, 2147483648),
        ("l + i", LONG, {"l": 1, "i": -2}, -1),
        ("i / -1", INT, {"i": -2147483648}, -2147483648),
        # An unsigned operand of the greatest width makes all of it unsigned.
        ("u > -1", BOOLEAN, {"u": 5}, False),
        ("u / 2", U32, {"u": 4294967295}, 2147483647),
        ("(u32) i % 10", U32, {"i": -1}, 5),
        ("x > -1", BOOLEAN, {"x": 0}, True),
        # Division goes towards zero.
        ("i / 2", INT, {"i": -7}, -3),
        ("i % 2", INT, {"i": -7}, -1),
        ("mod(n, 3)", INTEGER, {"n": -7}, 2),
        ("n * n", INTEGER, {"n": 1 << 40}, 1 << 80),
        ("(byte) n", INTEGER, {"n": 200}, -56),
        # Shifts.
        ("i << 33", INT, {"i": 1}, 2),
        ("i >> 1", INT, {"i": -3}, -2),
        ("i >>> 28", INT, {"i": -1}, 15),
        ("b >>> 28", INT, {"b": -1}, 15),
        ("u >> 31", U32, {"u": 1 << 31}, 1),
        ("l & 1 << i", LONG, {"l": 1 << 40, "i": 40}, 1 << 40),
        ("shl(i, 32)", INT, {"i": 1}, 0),
        ("ashr(i, 40)", INT, {"i": -5}, -1),
        ("lshr(i, 31)", INT, {"i": -5}, 1),
        # Choices, and how tightly operators hold.
        ("t ? x : i", INT, {"t": True, "x": 200, "i": -1}, 200),
        ("x == 1 ? 10 : x == 2 ? 20 : 30", INT, {"x": 2}, 20),
        ("i & 3 | 4", INT, {"i": 7}, 7),
        ("i + 2 * 3 == 7 && t", BOOLEAN, {"i": 1, "t": True}, True),
        ("1 < x && x < 3 || t", BOOLEAN, {"x": 2, "t": False}, True),
        ("!t == t", BOOLEAN, {"t": True}, False),
        ("i == 0x7f", BOOLEAN, {"i": 127}, True),
        # Floats.
        ("f * f", FLOAT, {"f": 1e30}, math.inf),
        ("f + 1.0f == f", BOOLEAN, {"f": 16777216.0}, True),
        ("d == d", BOOLEAN, {"d": math.nan}, False),
        ("Double.isNaN(d / d)", BOOLEAN, {"d": 0.0}, True),
        ("1.0 / d", DOUBLE, {"d": -0.0}, -math.inf),
        ("(int) f", INT, {"f": 1e10}, 2147483647),
        ("(int) d", INT, {"d": math.nan}, 0),
        ("(byte) d", I8, {"d": 300.7}, 44),
        ("(float) l", FLOAT, {"l": (1 << 60) + (1 << 36) + 1}, float((1 << 60) + (1 << 37))),
        ("Float.floatToIntBits(f) == Float.floatToIntBits(0.0f)", BOOLEAN, {"f": -0.0}, False),
        ("Float.floatToRawIntBits(f)", INT, {"f": -1.5}, -1077936128),
        ("Double.longBitsToDouble(l)", DOUBLE, {"l": 4607182418800017408}, 1.0),
        ("sqrt(f)", FLOAT, {"f": 2.0}, 1.4142135381698608),
        ("d < Double.POSITIVE_INFINITY", BOOLEAN, {"d": 1.7e308}, True),
    ],
)
def test_a_value_is_what_java_and_c_say(text: str, to: Type, names: Dict[str, Any], expected: Any) -> None:
    found = value(text, to, **names)
    assert found == expected and isinstance(found, bool) == isinstance(expected, bool)


def test_what_is_asked_of_a_reference_is_one_name_and_may_be_denied() -> None:
    guard = expression("snk != null && !snk.connected || job instanceof Print", TYPES)
    assert guard({"snk == null": False, "snk.connected": False})
    assert not guard({"snk == null": True, "job instanceof Print": False})
    with pytest.raises(NotGiven, match="snk.connected"):
        guard({"snk == null": False})


def test_names_between_backquotes_are_only_names() -> None:
    assert expression("`window+0` + 1", TYPES, INT)({"window+0": -1}) == 0


def test_a_name_is_never_a_part_of_another() -> None:
    with pytest.raises(SyntaxError):
        expression("x12 == 0", TYPES)


@pytest.mark.parametrize("text", ["", "x ==", "(x", "x y", "nobody", "x == 1 ? 2"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(SyntaxError):
        expression(text, TYPES)


def test_types_have_names() -> None:
    assert type_named("u8") == U8 and type_named("i7") == Type("number", 7) and type_named("char") == Type("number", 16, False)
    assert type_named("int", mathematical=True) == INTEGER and type_named("Object") is None


@pytest.mark.parametrize("cases, expected", [((True, False), 0), ((False, True), 1), ((False, False), 2)])
def test_a_length_is_told_by_truth_values(cases: Any, expected: int) -> None:
    names = {"a.length == 0": cases[0], "a.length == 1": cases[1], "i": 1}
    text = {"t.length() == 0": cases[0], "t.length() == 1": cases[1]}
    assert expression("a.length", ARRAYS, INT)(names) == expected
    assert expression("t.length()", ARRAYS, INT)(text) == expected
    assert expression("a.length - i > 0", ARRAYS, BOOLEAN)(names) == (expected > 1)
    assert expression("a.length != i", ARRAYS, BOOLEAN)(names) == (expected != 1)


@pytest.mark.parametrize("length", ["held.length", "X.get().length", "s.length()"])
def test_the_length_of_what_is_held_or_given_by_others_is_not_told(length: str) -> None:
    with pytest.raises(SyntaxError):
        expression(f"{length} > 0", ARRAYS, BOOLEAN)
