//! Programs that read and write through everything that the C library has for it.

use base::Random;

use super::called::EACH;
use super::generate::{Call, Form, Program};

/// How symbols are written; some programs use several.
const PUTS: [&str; 11] = [
    "putchar(v)",
    "putc((v), stdout)",
    "fputc((v), stdout)",
    "printf(\"%c\", (v))",
    "do { char t_ = (char)(v); fwrite(&t_, 1, 1, stdout); } while (0)",
    "do { char t_[2] = { (char)(v), 0 }; fputs(t_, stdout); } while (0)",
    "printf(\"%d,\", (v))",
    "do { char t_ = (char)(v); if (write(1, &t_, 1) != 1) return 1; } while (0)",
    "do { putchar(v); fflush(stdout); } while (0)",
    "dprintf(1, \"%c\", (v))",
    "fprintf(stdout, \"<%x>\", (v) & 255)",
];

/// How symbols are read; `c` is the symbol.
const READS: [&str; 7] = [
    "int c; while ((c = getchar()) != EOF) {",
    "int c; while ((c = fgetc(stdin)) != EOF) {",
    "int c; while ((c = getc(stdin)) >= 0) {",
    "unsigned char c; while (read(0, &c, 1) == 1) {",
    "unsigned char c; while (fread(&c, 1, 1, stdin) == 1) {",
    "int c; for (c = getchar(); !feof(stdin); c = getchar()) {",
    "char line[4]; while (fgets(line, sizeof line, stdin)) for (char *p_ = line; *p_; p_++) { unsigned char c = (unsigned char)*p_;",
];

/// Statements that only programs have.
const MORE: [&str; 16] = [
    "{ int d = getchar(); if (d != EOF) ungetc(d, stdin); if (d == 'a') PUT('A'); }",
    "{ int d = getchar(); if (d == 'b') PUT('B'); else if (d != EOF) { ungetc(d, stdin); } }",
    "if (c == 'a') ungetc('b', stdin);",
    "puts(\"-\");",
    "printf(\"%s\", s ? \"ab\" : \"\");",
    "printf(\"%3d|%-3d|%03d\", s, k, s);",
    "if (putchar('p') != 'p') return 1;",
    "fputs(\"\", stdout);",
    "putchar(c & 255); putchar('\\n');",
    "if (c == '!') exit(0);",
    "if (c == '!') { putchar('E'); _exit(0); }",
    "fprintf(stderr, \"%d\", c);",
    "if (c == 'z') { static const char t[3] = \"xy\"; PUT(t[s]); }",
    "{ static const unsigned char t[128] = { ['a'] = 'A', ['b'] = 'Z' }; if (c < 128 && t[c]) PUT(t[c]); else PUT(c); }",
    "printf(\"%c%c\", c, s + '0');",
    "if (write(1, \"w\", 1) != 1) return 1;",
];

/// What is undefined on some inputs.
const UNDEFINED: [&str; 5] = [
    "{ static const unsigned char t[128] = { ['a'] = 'A' }; PUT(t[c]); }",
    "PUT(100 / (c - 'b'));",
    "{ char t[2]; t[s] = 'u'; PUT(t[s]); }",
    "PUT(1 << (c & 63));",
    "{ char *p = c == 'a' ? NULL : \"o\"; PUT(*p); }",
];

const TAILS: [&str; 8] = [
    "return 0;",
    "return 0;",
    "if (s) PUT('$'); return 0;",
    "exit(0);",
    "fflush(stdout); _exit(0);",
    "_exit(0);",
    "puts(\"end\"); return 0;",
    "if (s == 2) abort(); return 0;",
];

/// The program with that number.
pub fn library(seed: u64) -> Program {
    let mut random = Random::seeded(seed);
    // Descriptors and `_exit` are rare, so that most programs have a meaning that does not depend on buffers.
    let rarely = |random: &mut Random, all: &[&'static str]| loop {
        let one = *random.pick(all);
        if !(one.contains("write(1")
            || one.contains("read(0")
            || one.contains("_exit")
            || one.contains("dprintf"))
            || random.chance(1, 4)
        {
            return one;
        }
    };
    let (put, read, tail) = (
        rarely(&mut random, &PUTS),
        rarely(&mut random, &READS),
        rarely(&mut random, &TAILS),
    );
    let mut lines: Vec<&str> = (0..1 + random.below(2))
        .map(|_| *random.pick(&EACH))
        .collect();
    if random.chance(2, 3) {
        lines.insert(random.below(lines.len() + 1), rarely(&mut random, &MORE));
    }
    if random.chance(1, 5) {
        lines.push(*random.pick(&UNDEFINED));
    }
    let body = lines.join("\n        ");
    let text = format!(
        "#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#define PUT(v) {put}\n\
         int main(void)\n{{\n    unsigned char s = 0, k = 0;\n    {read}\n        {body}\n    }}\n    (void)k;\n    {tail}\n}}\n"
    );
    Program {
        form: Form::Main,
        text,
        call: Some(Call::default()),
    }
}
