"""Filters of corpus/c/filters, compiled by the real compiler and run with the real C library."""

from __future__ import annotations

import re
import struct
import subprocess
from pathlib import Path
from typing import Dict, List, Optional, Sequence

ROOT = Path(__file__).resolve().parent.parent.parent
FILTERS = ROOT / "corpus" / "c" / "filters"

READ_ALL = """
#include <stdio.h>
#include <stdlib.h>
static unsigned char bytes_read[1 << 16];
static size_t count_read;
static char written[1 << 20];
static void read_all(void) { count_read = fread(bytes_read, 1, sizeof bytes_read - 1, stdin); }
"""

# By the styles of the table in the README: what calls the filter NAME. SYMBOL and RESULT are the types of symbols.
CALLERS: Dict[str, str] = {
    "length, buffer": "int main(void) { read_all(); fwrite(written, 1, NAME((void *)bytes_read, count_read, (void *)written), stdout); return 0; }",
    "string, buffer": "int main(void) { read_all(); NAME((void *)bytes_read, written); fputs(written, stdout); return 0; }",
    "emit a byte": "static void emit_one(char c) { putchar(c); }\nint main(void) { read_all(); NAME((void *)bytes_read, count_read, emit_one); return 0; }",
    "emit a run": "static void emit_run(const char *s, size_t n) { fwrite(s, 1, n, stdout); }\n"
    "int main(void) { read_all(); NAME((void *)bytes_read, count_read, emit_run); return 0; }",
    "in/out": "static size_t at;\n"
    "static SYMBOL ahead(size_t k) { if ((at + k + 1) * sizeof(SYMBOL) > count_read) exit(0); return ((SYMBOL *)bytes_read)[at + k]; }\n"
    "SYMBOL in(void) { SYMBOL x = ahead(0); at++; return x; }\nSYMBOL peek(int k) { return ahead((size_t)k); }\n"
    "void out(RESULT v) { fwrite(&v, sizeof v, 1, stdout); }\nint main(void) { read_all(); NAME(); return 0; }",
}
CALLERS["in/peek/out"] = CALLERS["in/out"]


def styles() -> Dict[str, str]:
    """The style of each filter, by the tables of the README."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|", (FILTERS / "README.md").read_text(), re.MULTILINE)
    return {name: style for name, style in rows}


class RealFilter:
    """A compiled filter."""

    def __init__(self, source: Path, style: str, folder: Path) -> None:
        name = source.stem
        text = f'#include "{source}"\n'
        self.input, self.output = "B", "B"
        if style in CALLERS:
            declared = source.read_text()
            symbol = re.search(r"^((?:unsigned |signed )?(?:int|char)|unsigned) in\(void\)", declared, re.MULTILINE)
            result = re.search(r"^void out\(((?:unsigned |signed )?(?:int|char)|unsigned)\b", declared, re.MULTILINE)
            types = (symbol.group(1) if symbol else "char", result.group(1) if result else "char")
            caller = CALLERS[style].replace("NAME", name).replace("SYMBOL", types[0]).replace("RESULT", types[1])
            text = READ_ALL + text + caller + "\n"
            self.input, self.output = ("B" if "char" in t else "I" for t in types)
        self.program = folder / name
        command = ["cc", "-w", "-O1", "-x", "c", "-", "-o", str(self.program)]
        subprocess.run(command, input=text, text=True, check=True)

    def run(self, symbols: Sequence[int]) -> Optional[List[int]]:
        """What it writes, as unsigned numbers; None if it fails."""
        mask = 0xFF if self.input == "B" else 0xFFFFFFFF
        given = struct.pack(f"<{len(symbols)}{self.input}", *(symbol & mask for symbol in symbols))
        done = subprocess.run([self.program], input=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=10)
        if done.returncode != 0:
            return None
        return list(struct.unpack(f"<{len(done.stdout) // struct.calcsize(self.output)}{self.output}", done.stdout))
