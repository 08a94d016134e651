//! Pieces of programs. What stands behind an `@` is filled in: `@i` a number, `@k` a constant, `@n` one from 0 to 3, `@c` a letter,
//! `@s` a text, `@p` a condition, `@v` a variable, `@l` a label of the piece.
//!
//! The variables: numbers `x`, `y` and `r`, `n` for all functions; a byte `c`; texts `b` and `d` of eight bytes; numbers `a[4]`.

/// Pieces that belong together.
pub struct Theme {
    /// What a program with such pieces needs.
    pub definitions: &'static [&'static str],
    /// Statements.
    pub statements: &'static [&'static str],
    /// Whether these do something undefined that no sanitizer sees.
    pub unseen: bool,
}

impl Theme {
    /// Whether two themes give one name two meanings.
    pub fn conflicts(&self, other: &Self) -> bool {
        let clashes = |mine: &str| {
            let name = function_name(mine);
            name.is_some()
                && other
                    .definitions
                    .iter()
                    .any(|theirs| *theirs != mine && function_name(theirs) == name)
        };
        self.definitions.iter().any(|mine| clashes(mine))
    }
}

/// The name of the function that a definition or declaration is about.
fn function_name(definition: &str) -> Option<&str> {
    let (head, _) = definition.split('{').next()?.split_once('(')?;
    head.rsplit([' ', '*']).next()
}

const fn theme(definitions: &'static [&'static str], statements: &'static [&'static str]) -> Theme {
    Theme {
        definitions,
        statements,
        unseen: false,
    }
}

const CALLS: &[&str] = &[
    "int f(int v) { n += v; return n; }",
    "int g(int v) { n = n * 2 + 1; return v - n; }",
    "int h(int v, int w) { n++; return v * 2 - w; }",
];

pub const THEMES: [Theme; 28] = [
    ARITHMETIC,
    CONVERSIONS,
    ORDER,
    NO_ORDER,
    CHARACTERS,
    STRINGS,
    COMPARING,
    FORMATS,
    PRINTING,
    READING,
    MIXED,
    NUMBERS,
    MEMORY,
    SORTING,
    RECORDS,
    CONTROL,
    RECURSION,
    NAMES,
    UNDEFINED,
    ENDS,
    FORMATS_AT_EDGES,
    STRINGS_AT_EDGES,
    NUMBERS_AT_EDGES,
    FLOATING,
    LANGUAGE,
    COMPILER,
    FURTHER_ARGUMENTS,
    TAKEN_NAMES,
];

const ARITHMETIC: Theme = theme(
    &[],
    &[
        "r = @i;",
        "r += @i & 15;",
        "r = (int)((unsigned)@i * 3u);",
        "r = (@i & 255) / ((@i & 3) + 1);",
        "r = -(@i & 63) % 7;",
        "r = (@i & 15) << @n;",
        "r = @i >> @n;",
        "r ^= @i;",
        "r = @p ? @i : @i;",
        "r = ~@i;",
        "r = (x > y) - (x < y);",
        "r = (@i | @i) & @k;",
        "x = @i; y = r;",
        "r = !@i + !!@i;",
    ],
);

const CONVERSIONS: Theme = theme(
    &[],
    &[
        "r = (signed char)@i;",
        "r = (unsigned char)@i + 1;",
        "r = (short)((@i & 1023) * 1000 & 0xfffff);",
        "c += @n; r = c;",
        "c = (unsigned char)@i; r = c << 1;",
        "r = @i < 3u;",
        "r = (unsigned)@i > (unsigned)@i;",
        "r = (int)((long)@i * 65536 >> 8);",
        "r = (_Bool)@i;",
        "r = (int)sizeof(c + 1) + (int)sizeof b;",
        "{ char t = (char)@i; r = t; }",
        "{ unsigned short t = (unsigned short)@i; t--; r = t; }",
        "{ double t = @i; r = (int)(t / 2); }",
        "{ float t = (float)(@i & 255) + 0.5f; r = (int)t; }",
        "{ long long t = @i; t <<= 3; r = (int)(t & 0xff); }",
        "{ unsigned t = 1; t -= 2; r = t > @n; }",
        "r = 'a' == @i ? '\\377' : '\\n';",
    ],
);

const ORDER: Theme = theme(
    CALLS,
    &[
        "r = f(@n) + g(@n);",
        "r = f(@n) - f(@n);",
        "r = h(f(1), g(2));",
        "r = h(n, f(@n));",
        "r = n + f(@n);",
        "r = f(@n) * 2 + n;",
        "a[f(1) & 3] = g(1);",
        "a[n & 3] = f(@n);",
        "r = f(1), g(@n);",
        "r = f(@n) && g(@n);",
        "r = f(@n) || g(@n);",
        "r = @p ? f(1) : g(1);",
        "r += f(@n);",
        "r = a[n & 3] + f(1);",
        "{ int t[2] = { f(1), g(1) }; r = t[0] - t[1]; }",
        "{ struct { int a, b; } t = { .b = f(2), .a = g(1) }; r = t.a + t.b; }",
        "r = h(x++ & 3, y & 3);",
        "n += f(@n) & 3;",
        "r = (f(1) & 1 ? f : g)(n);",
        "r = f(f(@n) & 3);",
    ],
);

const NO_ORDER: Theme = Theme {
    definitions: CALLS,
    statements: &[
        "x = x++ + 1;",
        "r = n++ + n++;",
        "{ int *p = a + 1; r = p[-1] + *p++; r += (int)(p - a); }",
        "r = h(n++, n);",
        "n = f(n++ & 1);",
        "{ int i = @n; a[i & 3] = i++; r = i; }",
        "{ int u; if (@p) u = @n; r = u; }",
        "{ int t[3]; t[@n % 3] = 1; r = t[1]; }",
        "{ char *p = malloc(2); p[0] = 'a'; r = p[x & 1]; free(p); }",
    ],
    unseen: true,
};

const CHARACTERS: Theme = theme(
    &[],
    &[
        "r = isupper(c);",
        "r = islower(c) != 0;",
        "r = isalpha(c) ? 1 : 2;",
        "r = !isdigit(c);",
        "r = isspace(c) && c != ' ';",
        "r = isalnum(c) > 0;",
        "r = toupper(c);",
        "r = tolower(c);",
        "c = (unsigned char)toupper(c); r = c - 'A';",
        "r = isxdigit(c) != 0 && !isdigit(c);",
        "r = ispunct(c) != 0;",
        "r = isprint(c) != 0;",
        "r = isgraph(c) ? iscntrl(c) : 3;",
        "{ char t = isupper(c); r = t; }",
        "{ char t = isalpha(@c); r = t != 0; }",
        "r = isdigit(@c) == isdigit(c);",
        "r = toupper(@c) == 'A';",
        "r = isblank(c) != 0;",
    ],
);

const STRINGS: Theme = theme(
    &[],
    &[
        "strcpy(b, @s); r = (int)strlen(b);",
        "strcpy(b, \"a\"); strcat(b, @s); r = b[1];",
        "strncpy(b, @s, 3); r = b[1];",
        "b[0] = (char)c; b[1] = 0; r = (int)strlen(b);",
        "b[@n] = (char)@i;",
        "b[7] = 0; r = (int)strlen(b);",
        "{ char *p = strchr(b, @c); r = p ? (int)(p - b) : -1; }",
        "{ char *p = strrchr(@s, 'a'); r = p != NULL; }",
        "{ char *p = strstr(b, @s); r = p ? p[0] : 0; }",
        "r = (int)strspn(@s, \"ab0\");",
        "r = (int)strcspn(@s, \"b\\n\");",
        "memset(b, @c, 3); b[3] = 0; r = b[2];",
        "memcpy(d, b, 4); r = d[0];",
        "memmove(b + 1, b, 3); r = b[2];",
        "{ char *p = strpbrk(@s, \"b2\"); r = p ? *p : 0; }",
        "{ char *p = memchr(b, c, 3); r = p == NULL; }",
        "{ char t[] = \"a,b\"; char *p = strtok(t, \",\"); p = strtok(NULL, \",\"); r = p ? *p : 0; }",
        "r = @s[0];",
        "strncat(b, @s, 1); r = b[0];",
        "{ char *p = strdup(@s); r = p[0]; free(p); }",
    ],
);

const COMPARING: Theme = theme(
    &[],
    &[
        "r = strcmp(b, @s) == 0;",
        "r = strcmp(@s, @s) < 0;",
        "r = strcmp(b, @s) > 0;",
        "r = strncmp(b, @s, 1) == 0;",
        "r = memcmp(b, d, 2) == 0;",
        "r = memcmp(\"\\377\", \"a\", 1) > 0;",
        "r = strcmp(@s, @s);",
        "r = strcmp(@s, @s) == 1;",
        "r = strcasecmp(@s, \"AB\") == 0;",
        "r = @s == @s;",
        "b[0] = (char)c; r = strcmp(b, \"b\") < 0;",
        "switch (strcmp(b, \"ab\")) { case 0: r = 1; break; case 1: r = 2; break; default: r = 3; }",
    ],
);

const FORMATS: Theme = theme(
    &[],
    &[
        "r = sprintf(b, \"%d\", @i & 255);",
        "snprintf(b, 3, \"%d\", @i & 1023); r = b[1];",
        "r = snprintf(b, 2, \"%s\", @s);",
        "r = snprintf(NULL, 0, \"%d%c\", @i & 63, 'x');",
        "sprintf(b, \"%x\", @i & 255); r = b[0];",
        "sprintf(b, \"%03d\", @i & 31); r = b[0];",
        "sprintf(b, \"%-3d|\", @i & 15); r = b[2];",
        "sprintf(b, \"%+d\", @n); r = b[0];",
        "sprintf(b, \"%.1s\", @s); r = (int)strlen(b);",
        "sprintf(b, \"%c%c\", @c, c); r = (int)strlen(b);",
        "sprintf(b, \"%5s\", \"a\"); r = b[3];",
        "sprintf(b, \"%%%u\", (unsigned)@n); r = b[1];",
        "sprintf(b, \"%ld\", (long)(@i & 7)); r = b[0] - '0';",
        "sprintf(b, \"%#x\", @i & 15); r = (int)strlen(b);",
        "sprintf(b, \"%o\", @i & 63); r = (int)strlen(b);",
        "sprintf(b, \"%*d\", @n, @i & 7); r = (int)strlen(b);",
        "{ int t = 0; sprintf(b, \"ab%n\", &t); r = t; }",
    ],
);

const PRINTING: Theme = theme(
    CALLS,
    &[
        "r = putchar(@i & 255);",
        "r = putchar(c) == c;",
        "r = puts(\"a\") >= 0;",
        "r = puts(\"ab\");",
        "r = printf(\"%d\\n\", @i & 127);",
        "r = printf(@s);",
        "r = fputs(@s, stdout) >= 0;",
        "r = fputs(@s, stdout);",
        "r = (int)fwrite(b, 1, 2, stdout);",
        "r = fflush(stdout);",
        "r = fprintf(stderr, \"%s\", @s);",
        "r = fputc(@c, stderr);",
        "if (printf(\"%c\", c) != 1) f(1);",
        "printf(\"%d %d\", f(1), g(1)); r = n;",
    ],
);

const READING: Theme = theme(
    &[],
    &[
        "r = getchar();",
        "r = getchar() == getchar();",
        "{ int t = getchar(); if (t != EOF) ungetc(t, stdin); r = getchar(); }",
        "r = ungetc(@c, stdin);",
        "r = ungetc(EOF, stdin);",
        "r = fgets(b, 4, stdin) == NULL;",
        "if (fgets(b, 3, stdin)) r = (int)strlen(b);",
        "r = fgets(b, 1, stdin) != NULL;",
        "getchar(); r = feof(stdin) != 0;",
        "r = (int)fread(b, 1, 2, stdin);",
        "r = getc(stdin); r = r == EOF ? -1 : fgetc(stdin);",
        "{ int t; while ((t = getchar()) != EOF && t != 'a') r++; r &= 3; }",
        "{ int t = getchar(); r = t == '\\n' ? getchar() : t; }",
        "r = fgetc(stdin) - getchar();",
        "r = ferror(stdin);",
        "{ int t = getchar(); c = (unsigned char)t; r = c; }",
        "{ char t = (char)getchar(); r = t == EOF; }",
        "ungetc('a', stdin); r = getchar() + feof(stdin);",
        "{ int t = 0; r = scanf(\"%d\", &t); r += t & 3; }",
    ],
);

const MIXED: Theme = theme(
    &[],
    &[
        "r = (int)read(0, b, 1);",
        "if (read(0, b, 2) > 0) r = b[0];",
        "getchar(); r = (int)read(0, b, 1);",
        "if (read(0, b, 1) == 1) r = getchar();",
        "r = (int)write(1, b, 2);",
        "putchar('a'); r = (int)write(1, \"b\", 1);",
        "if (@p) _exit(@n);",
        "putchar('a'); fflush(stdout); write(1, \"b\", 1);",
        "r = (int)read(7, b, 1);",
        "r = (int)write(7, b, 1);",
        "r = (int)read(0, b, 0);",
        "setvbuf(stdout, NULL, _IONBF, 0); r = putchar('x');",
        "r = fileno(stdin) + fileno(stdout);",
    ],
);

const NUMBERS: Theme = theme(
    &[],
    &[
        "r = abs(@i & 255);",
        "r = abs(-(@i & 7));",
        "r = atoi(@s);",
        "b[0] = (char)c; b[1] = 0; r = atoi(b);",
        "r = (int)strtol(@s, NULL, 10);",
        "{ char *e; r = (int)strtol(@s, &e, 16); r += *e; }",
        "{ char *e; char t[] = @s; r = (int)strtoul(t, &e, 0); r += (int)(e - t); }",
        "r = (int)strtol(\"99999999999999999999\", NULL, 10) == -1;",
        "{ int t = rand(); r = t >= 0; }",
        "r = rand() & 1;",
        "srand(1); r = rand() == rand();",
        "r = (int)labs(-@n);",
        "r = atoi(\" +12\") + @n;",
        "r = getenv(\"HOME\") != NULL;",
    ],
);

const MEMORY: Theme = theme(
    &[],
    &[
        "{ int *p = malloc(sizeof(int)); *p = @i; r = *p; free(p); }",
        "{ int *p = calloc(2, sizeof(int)); p[0] = @n; r = p[0] + p[1]; free(p); }",
        "{ char *p = malloc(2); p[0] = 'a'; p[1] = 'b'; p = realloc(p, 4); r = p[1]; free(p); }",
        "{ int *p = a + 1; r = p[-1]; r += *p++; r += (int)(p - a); }",
        "{ int *p = &a[@n], *q = a; r = p > q; r += (int)(p - q); }",
        "{ int *p = malloc(4), *q = malloc(4); r = p == q; free(p); free(q); }",
        "{ int *p = malloc(0); r = p == NULL; free(p); }",
        "{ unsigned char *p = (unsigned char *)&x; r = p[0]; }",
        "{ int *p = x > 1 ? &x : &y; *p = @n; r = x + y; }",
        "{ int **p, *q = a; p = &q; **p = @n; r = a[0]; }",
        "{ char *p = b, *q = d; while ((*q++ = *p++)) ; r = d[0]; }",
        "{ int t[2][2] = { { 1, 2 }, { 3 } }; r = t[@n & 1][y & 1]; }",
        "{ unsigned t = 0x01020304; r = *(unsigned char *)&t; }",
        "memset(a, 0xff, sizeof a); r = a[@n];",
        "{ int *p = (int *)&a[4]; r = p == &a[3] + 1; }",
    ],
);

const SORTING: Theme = theme(
    &[
        "int compare(const void *p, const void *q) { int v = *(const int *)p, w = *(const int *)q; return (v > w) - (v < w); }",
    ],
    &[
        "{ int t[3] = { x & 7, 2, y & 7 }; qsort(t, 3, sizeof(int), compare); r = t[0] * 10 + t[2]; }",
        "{ int t[2] = { 3, @n }; qsort(t, 2, sizeof(int), compare); r = t[1]; }",
        "{ int t[3] = { 1, 3, 5 }, k = @i; int *p = bsearch(&k, t, 3, sizeof(int), compare); r = p ? (int)(p - t) : -1; }",
        "{ int t[1] = { 1 }; qsort(t, 1, sizeof(int), compare); r = t[0]; }",
        "r = compare(&x, &y);",
    ],
);

const RECORDS: Theme = theme(
    &[
        "struct two { char a; int b; };",
        "union one { unsigned u; unsigned char b[4]; };",
        "struct bits { unsigned a : 3; int b : 4; unsigned char c; };",
        "struct two twice(struct two t) { t.b *= 2; t.a++; return t; }",
    ],
    &[
        "{ struct two s = { (char)@i, @n }; s = twice(s); r = s.a + s.b; }",
        "{ struct two s = { 1 }, t = s; t.b = @n; r = s.b * 4 + t.b; }",
        "{ union one u; u.u = (unsigned)@i; r = u.b[1] + u.b[0]; }",
        "{ struct bits s = { 0 }; s.a = (unsigned)@i; s.b = @n; r = s.a + s.b; }",
        "{ struct bits s = { 7, -1, 255 }; s.a++; s.c++; r = s.a + s.b + s.c; }",
        "{ struct two s[2] = { { 1, 2 }, { 3, 4 } }; struct two *p = &s[x & 1]; p->b += @n; r = s[1].b; }",
        "r = (int)sizeof(struct two) + (int)sizeof(struct bits);",
        "{ struct two s = { .b = @n }; r = s.a + twice(s).b; }",
        "r = twice((struct two){ 1, @n }).b;",
    ],
);

const CONTROL: Theme = theme(
    &[
        "int later(void) { static int k; return ++k; }",
        "void note(int v) { if (v > 1) n += v; }",
    ],
    &[
        "for (int i = 0; i < (@i & 3); i++) r += i;",
        "for (int i = 0; i < (x & 3); i++) note(i);",
        "while (r > 3) r -= 3;",
        "do { r++; } while (r < @n);",
        "switch (@i) { case 0: r = 1; case 1: r += 2; break; case 'a': r = 9; break; default: r = 4; }",
        "if (@p) note(@n); else r = @i;",
        "if (@p && @p) note(2);",
        "if (@p || @p) r = @k;",
        "r = later() + later();",
        "r = later(); r = r * 10 + later();",
        "for (int i = 0; i < 5; i++) { if (i == @n) continue; if (i == x) break; r += i; }",
        "if (@p) goto @l; r++; @l: ;",
        "r = (@p, @i);",
        "for (n = 0; n < 3 && @p; n++) note(n);",
        "{ int (*p)(void) = later; r = p() + @n; }",
        "r = @p ? later() : 0;",
        "if (@p) return @n;",
    ],
);

const RECURSION: Theme = theme(
    &[
        "int odd(int v);",
        "int fact(int v) { return v <= 1 ? 1 : v * fact(v - 1); }",
        "int even(int v) { return v == 0 ? 1 : odd(v - 1); }",
        "int odd(int v) { return v == 0 ? 0 : even(v - 1); }",
    ],
    &[
        "r = fact(@n);",
        "r = fact(x & 3);",
        "r = even(@i & 3);",
        "r = odd(y & 3) + even(@n);",
    ],
);

const NAMES: Theme = theme(
    &[
        "int learn(int v) { n += v; return v + 1; }",
        "void warn(int v) { n = v; }",
        "int prefetch(int *p) { return ++*p; }",
        "int trap(int v) { return v * 2; }",
        "int unreachable(int v) { n++; return v; }",
        "void assume(int v) { if (v) n--; }",
        "int expect(int v, int w) { return v - w; }",
        "void syslog(int v) { n ^= v; }",
        "void check(int v) { if (!v) n = 7; }",
        "int ask(void);",
        "void outside(void);",
    ],
    &[
        "r = learn(@n);",
        "warn(@n); r = n;",
        "r = prefetch(&x);",
        "r = trap(@n) + trap(1);",
        "r = unreachable(@n) + n;",
        "assume(@p); r = n;",
        "r = expect(@n, 1);",
        "check(@p); r = n;",
        "syslog(@n); r = n;",
        "r = ask() & 3;",
        "outside(); r = n;",
        "if (ask() == 1) r = 2;",
    ],
);

const UNDEFINED: Theme = theme(
    &[],
    &[
        "r = x + 1;",
        "r = x - y;",
        "r = x * 3;",
        "r = 100 / x;",
        "r = 7 % (x - 2);",
        "r = a[x];",
        "r = b[y & 15];",
        "r = 1 << x;",
        "{ int *p = x ? &x : NULL; r = *p; }",
        "{ int *p = malloc(4); *p = 1; if (@p) free(p); r = *p; }",
        "{ int *p = NULL; { int t = @n; p = &t; } r = x ? *p : 0; }",
        "r = -x;",
        "r = abs(x);",
        "{ char *p = malloc(2); p[x & 3] = 1; r = p[x & 3]; }",
        "if (x == 3) { int *p = NULL; *p = 1; }",
        "{ int t = 2147483647; t += @n; r = t; }",
        "strcpy(b, x == 2 ? \"too long a text\" : \"ok\"); r = b[0];",
    ],
);

const ENDS: Theme = theme(
    &[
        "int later(void) { n++; return n; }",
        "void finally(void) { n = 5; }",
    ],
    &[
        "if (@p) exit(@n);",
        "if (@p) abort();",
        "atexit(finally); r = later();",
        "if (@p) { later(); exit(0); }",
        "if (@p) __VERIFIER_error();",
        "__VERIFIER_assume(@p);",
        "assert(@p || r < 200);",
        "if (@p) _Exit(1);",
        "r = argc;",
        "r = argv[0] != NULL;",
        "r = argv[argc] == NULL;",
    ],
);

const FORMATS_AT_EDGES: Theme = theme(
    &[],
    &[
        "sprintf(b, \"%hhd\", @i); r = (int)strlen(b);",
        "sprintf(b, \"%hhu\", @i); r = b[0];",
        "sprintf(b, \"%hd\", (@i & 255) * 257); r = (int)strlen(b);",
        "sprintf(b, \"%4.2d\", @n); r = b[2];",
        "r = sprintf(b, \"%.0d\", @i & 1);",
        "sprintf(b, \"% d\", @i & 7); r = b[0];",
        "sprintf(b, \"%X\", (@i & 15) + 170); r = b[1];",
        "sprintf(b, \"%+i\", -(@i & 7)); r = b[0];",
        "r = snprintf(b, 1, \"%d\", @i & 7) + b[0];",
        "r = snprintf(b, 0, \"%d\", @i & 7) + b[0];",
        "sprintf(b, \"%-4s|\", @s); r = b[4];",
        "sprintf(b, \"%.*s\", @n, \"abc\"); r = (int)strlen(b);",
        "sprintf(b, \"%#o\", @i & 7); r = (int)strlen(b);",
        "sprintf(b, \"%05x\", @i & 255); r = b[3];",
        "sprintf(b, \"%lld\", (long long)(@i & 31)); r = b[0];",
        "sprintf(b, \"%zu\", sizeof(int)); r = b[0];",
        "sprintf(b, \"%c\", 0); r = b[0] + b[1];",
        "sprintf(b, \"%-*d|\", -@n, 7); r = (int)strlen(b);",
        "r = snprintf(b, 8, \"%d,%d\", x & 3, y & 3); r += b[2];",
    ],
);

const STRINGS_AT_EDGES: Theme = theme(
    &[],
    &[
        "{ char *p = strchr(b, 0); r = (int)(p - b); }",
        "{ char *p = strrchr(b, 0); r = (int)(p - b); }",
        "r = strstr(@s, \"\") != NULL;",
        "r = strncmp(@s, @s, 0);",
        "r = memcmp(b, d, 0);",
        "r = memchr(b, 'a', 0) == NULL;",
        "memset(b, 'x', 8); strncpy(b, \"a\", 4); r = b[3] + b[4];",
        "memset(b, 'x', 8); strncpy(b, \"abc\", 2); r = b[2];",
        "b[2] = 0; strncat(b, \"xyz\", 2); r = (int)strlen(b);",
        "r = strcmp(\"a\", \"\\351\") < 0;",
        "b[0] = (char)c; r = memcmp(b, \"b\", 1) > 0;",
        "r = strncmp(\"ab\", \"abc\", 2) == 0;",
        "r = (int)strnlen(b, @n);",
        "{ char t[6] = \"abcde\"; memmove(t, t + 1, 3); r = t[0] + t[3]; }",
        "{ char t[6] = \",a,,b\"; char *p = strtok(t, \",\"); r = *p; p = strtok(NULL, \",\"); r += *p; r += strtok(NULL, \",\") == NULL; }",
        "r = (int)strspn(b, \"\") + (int)strcspn(b, \"\");",
        "r = strcasecmp(b, \"AB\") == 0;",
        "r = strcasecmp(\"_\", \"a\") < 0;",
        "{ char *p = stpcpy(b, @s); r = (int)(p - b); }",
        "r = \"abc\"[@n] + sizeof \"ab\\0c\";",
    ],
);

const NUMBERS_AT_EDGES: Theme = theme(
    &["#include <errno.h>", "#include <limits.h>"],
    &[
        "{ char *e; char t[] = \"0xg\"; r = (int)strtol(t, &e, 0); r += (int)(e - t); }",
        "{ char *e; char t[] = \" +\"; r = (int)strtol(t, &e, 10); r += (int)(e - t); }",
        "{ char *e; char t[] = \"z1\"; r = (int)strtol(t, &e, 36) & 127; r += (int)(e - t); }",
        "{ char *e; char t[] = \"09\"; r = (int)strtol(t, &e, 0); r += (int)(e - t); }",
        "errno = 0; strtol(\"99999999999999999999\", NULL, 10); r = errno == ERANGE;",
        "r = strtol(\"-99999999999999999999\", NULL, 10) == LONG_MIN;",
        "r = strtoul(\"-1\", NULL, 10) == ULONG_MAX;",
        "r = atoi(\"\") + atoi(\"+-1\") + atoi(\"3e2\");",
        "b[0] = '-'; b[1] = (char)c; b[2] = 0; r = atoi(b);",
        "r = (int)strtol(\"10\", NULL, 2) + (int)strtol(\"1z\", NULL, 16);",
        "errno = @n; r = errno;",
        "r = INT_MAX - (@i & 7) > 0;",
        "{ div_t t = div(-7, 2); r = t.quot * 4 + t.rem; }",
        "r = CHAR_MIN < 0 ? CHAR_BIT : UCHAR_MAX;",
        "r = rand() <= RAND_MAX;",
        "r = (INT_MIN + (@i & 1)) % 10;",
    ],
);

const FLOATING: Theme = theme(
    &[],
    &[
        "{ double t = (@i & 255) / 4.0; r = (int)(t * 2); }",
        "{ float t = 0.1f; r = t == 0.1; }",
        "{ double t = 0.1 + 0.2; r = t == 0.3; }",
        "{ float t = 16777216.0f + (float)(@i & 3); r = (int)(t - 16777216.0f); }",
        "{ double z = 0.0, t = z / z; r = (t == t) + (t != t) * 2; }",
        "{ double t = -0.0; r = t == 0.0; r += 1 / t < 0; }",
        "r = (int)-1.7 + (int)1.7;",
        "{ float t = @i & 1023; t /= 3; r = (int)t; }",
        "{ unsigned t = (unsigned)3.9f; r = (int)t + (@i > 1.5); }",
        "r = (char)((@i & 63) * 1.5);",
        "{ double t = 1e300 * 1e10; r = t > 1e308; }",
        "{ long double t = @i & 7; r = (int)(t * 3); }",
    ],
);

const LANGUAGE: Theme = theme(
    &[
        "enum kind { FIRST, SECOND = 5, THIRD };",
        "static int table[] = { [2] = 7, [0] = 1 };",
        "int f(v) int v; { return v + n; }",
        "int small(int v) { return v & 3; }",
    ],
    &[
        "r = 'ab' & 255;",
        "r = \"a\" \"b\"[1] == 'b';",
        "r = '\\x41' + '\\101';",
        "{ int m = (x & 3) + 1; int t[m]; t[m - 1] = @n; r = t[m - 1] + (int)sizeof t; }",
        "r = ((int[]){ 1, 2, 3 })[x & 1];",
        "r = ({ int t = @i; t & 7; });",
        "r = table[@n % 3] + (int)(sizeof table / sizeof *table);",
        "{ enum kind t = (x & 1) ? SECOND : THIRD; r = t; }",
        "switch (x) { case 0 ... 1: r = 1; break; case -1: r = 2; break; default: r = 3; }",
        "switch ((unsigned char)@i) { case 255: r = 1; break; case 1: r = 2; default: r++; }",
        "r = f(@n) + small(@i);",
        "r = x ?: 9;",
        "{ const int t = @n; r = t * t; }",
        "{ volatile int t = @n; t++; r = t; }",
        "r = @i, r++;",
        "r = -1 < 1u;",
        "r = -1L < 1u;",
        "r = (c - 1) < 0;",
        "r = sizeof(char) - 2 > 0;",
        "{ int t = 5; { int t = @n; r = t; } r += t; }",
        "{ static int t = 3; t += @n; r = t; }",
        "int v@l = @n; r = v@l;",
        "r = (x & 1) == 1 & 1;",
        "r = !x == 0;",
        "r = 1 << 2 + (x & 1);",
        "r = x & 1 ? 2 : x & 2 ? 3 : 4;",
        "switch (x & 3) { case 0: do { r++; case 1: r += 2; } while (r < 4); }",
        "{ int t = 0; for (int i = 0, j = 3; i < j; i++, j--) t += j; r = t; }",
        "{ int i = 0; again@l: if (i++ < (x & 3)) goto again@l; r = i; }",
        "{ struct { int k; char t[]; } *p = malloc(8); p->k = @n; p->t[0] = 'f'; r = p->k + p->t[0]; free(p); }",
        "{ int t[3] = { 1, 2, 3 }; int (*p)[3] = &t; r = (*p)[@n % 3] + (int)sizeof *p; }",
        "r = *(\"xyz\" + (x & 1));",
        "{ unsigned long t = (unsigned long)@i; r = (int)(t >> 60); }",
        "c = c ? c : 1; r = (c << 24 >> 24) == c;",
    ],
);

const COMPILER: Theme = theme(
    &["#include <stddef.h>", "struct two { char a; int b; };"],
    &[
        "r = __builtin_popcount((unsigned)@i);",
        "r = __builtin_constant_p(x) + 2 * __builtin_constant_p(3);",
        "r = __builtin_clz((unsigned)(@i & 255) + 1);",
        "r = __builtin_ctz((unsigned)(@i & 15) | 16);",
        "r = __builtin_expect(x, 0) + 1;",
        "{ int t; r = __builtin_add_overflow(x, 2147483647, &t); }",
        "{ int t; r = __builtin_mul_overflow(@i, 3, &t) ? 1 : t & 7; }",
        "r = (int)offsetof(struct two, b);",
        "r = (int)__builtin_object_size(b, 0);",
        "r = __builtin_types_compatible_p(int, __typeof__(x));",
        "r = (int)__builtin_bswap32((unsigned)@i) & 255;",
        "r = __builtin_parity((unsigned)@i);",
        "r = __builtin_choose_expr(1, x, b)  & 3;",
        "r = __builtin_ffs(@i);",
        "if (x > 1) __builtin_unreachable(); r = x;",
        "{ __typeof__(x) t = @n; r = t; }",
        "r = __builtin_strlen(@s) + __builtin_abs(-@n);",
        "r = (int)_Alignof(struct two) + _Generic(x, int: 1, default: 2);",
        "{ char *p = __builtin_alloca(2); p[0] = 'q'; r = p[0]; }",
    ],
);

const FURTHER_ARGUMENTS: Theme = theme(
    &[
        "#include <stdarg.h>",
        "int f(int k, ...) { va_list l; int t = 0; va_start(l, k); while (k-- > 0) t += va_arg(l, int); va_end(l); return t; }",
        "int g(char *to, const char *how, ...) { va_list l; va_start(l, how); int t = vsnprintf(to, 8, how, l); va_end(l); return t; }",
        "int h(int k, ...) { va_list l, m; va_start(l, k); va_copy(m, l); int t = va_arg(l, int) * 2 + va_arg(m, int); va_end(l); va_end(m); return t; }",
        "int note(const char *how, ...) { va_list l; va_start(l, how); int t = vprintf(how, l); va_end(l); return t; }",
    ],
    &[
        "r = f(2, @n, @i & 7);",
        "r = f(0);",
        "r = f(3, 1, c, (short)@n);",
        "r = g(b, \"%d\", @i & 255); r += b[0];",
        "r = g(b, \"%s%c\", \"ab\", @c); r += b[2];",
        "r = h(1, @i & 15);",
        "r = note(\"%d,%s\", @i & 127, @s);",
    ],
);

const TAKEN_NAMES: Theme = theme(
    &[
        "int abs(int v) { return v + 1; }",
        "int ffs(int v) { return v; }",
        "char *index(const char *t, int k) { return (char *)t + k; }",
        "int puts(const char *t) { return t[0]; }",
    ],
    &[
        "r = abs(@i & 7);",
        "r = ffs(@n) + n;",
        "r = *index(\"abcd\", @n);",
        "r = puts(\"q\");",
        "r = abs(-@n) + n;",
    ],
);
