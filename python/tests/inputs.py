"""Inputs that reach what a model tells apart: numbers that stand in its guards, those beside them, and any."""

from __future__ import annotations

import random
import re
from typing import Any, Iterable, List, Mapping, Sequence


def numbers_in(texts: Iterable[str]) -> List[int]:
    """Numbers of the texts and those beside them."""
    found = {int(number) for text in texts for number in re.findall(r"(?<![\w.])\d+(?![\w.])", text)}
    return sorted({n + d for n in found for d in (-1, 0, 1)} | {-n for n in found} | {0, 1, -1})


def symbols_of_interest(model: Mapping[str, Any]) -> List[int]:
    guards = [move["guard"] for move in model["transitions"]]
    ahead = [edge["guard"] for start in model["starts"] for edge in start.get("when", {}).get("transitions", [])]
    return numbers_in(guards + ahead)


def inputs(model: Mapping[str, Any], count: int, seed: int) -> List[List[int]]:
    """Inputs of many lengths, the empty one first; the same for the same seed."""
    chance = random.Random(seed)
    bits = model["input"]["bits"]
    special = symbols_of_interest(model)
    result: List[List[int]] = [[]]
    while len(result) < count:
        length = chance.choice((1, 2, 3, 4, 5, 8, 13, 40, 120))
        few = chance.sample(special, min(len(special), chance.randint(1, 6)))
        result.append([symbol(chance, few, bits) for _ in range(length)])
    return result


def symbol(chance: random.Random, special: Sequence[int], bits: int) -> int:
    value = chance.choice(special) if special and chance.random() < 0.8 else chance.getrandbits(bits)
    return value & ((1 << bits) - 1)
