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

const fn theme(definitions: &'static [&'static str], statements: &'static [&'static str]) -> Theme {
    Theme { definitions, statements, unseen: false }
}

const CALLS: &[&str] = &[
    "int f(int v) { n += v; return n; }",
    "int g(int v) { n = n * 2 + 1; return v - n; }",
    "int h(int v, int w) { n++; return v * 2 - w; }",
];

pub const THEMES: [Theme; 20] = [ARITHMETIC, CONVERSIONS, ORDER, NO_ORDER, CHARACTERS, STRINGS, COMPARING, FORMATS, PRINTING, READING, MIXED, NUMBERS, MEMORY, SORTING, RECORDS, CONTROL, RECURSION, NAMES, UNDEFINED, ENDS];

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
        "r = (short)(@i * 1000 & 0xfffff);",
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
        "{ int *p = a + 1; r = p[-1] + *p++; r += (int)(p - a); }",
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
    &["int later(void) { n++; return n; }", "void finally(void) { n = 5; }"],
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
