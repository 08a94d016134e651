//! Every function of the C library and the compiler that is known here, and how to call it.

/// What a call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// Nothing: the text stands for statements.
    Nothing,
    /// A number of this type.
    Exact(&'static str),
    /// An `int` of which only the truth is known.
    Truth,
    /// One of which only the sign is known.
    Sign,
    /// One of which less is known.
    Open,
    /// A number with a fraction.
    Real,
    /// A pointer into this object, or none.
    Into(&'static str),
}

use Gives::{Exact, Into, Nothing, Open, Real, Sign, Truth};

/// What it gives, the names of the functions, and a call. `$k` stands for a value of the kind k (`values.rs`); the texts `a` and
/// `b`, the buffer `w` and the bytes `m` and `o` are there.
pub type Row = (Gives, &'static str, &'static str);

const INT: Gives = Exact("int");
const LONG: Gives = Exact("long");
const SIZE: Gives = Exact("size_t");

/// Functions that neither read nor write.
pub const CALLS: &[Row] = &[
    (Truth, "isupper", "isupper($k)"),
    (Truth, "islower", "islower($k)"),
    (Truth, "isalpha", "isalpha($k)"),
    (Truth, "isdigit", "isdigit($k)"),
    (Truth, "isalnum", "isalnum($k)"),
    (Truth, "isxdigit", "isxdigit($k)"),
    (Truth, "isspace", "isspace($k)"),
    (Truth, "isblank", "isblank($k)"),
    (Truth, "iscntrl", "iscntrl($k)"),
    (Truth, "isprint", "isprint($k)"),
    (Truth, "isgraph", "isgraph($k)"),
    (Truth, "ispunct", "ispunct($k)"),
    (Truth, "isascii", "isascii($i)"),
    (INT, "toascii", "toascii($i)"),
    (INT, "tolower", "tolower($k)"),
    (INT, "toupper", "toupper($k)"),
    (INT, "__ctype_b_loc", "(*__ctype_b_loc())[$k]"),
    (INT, "__ctype_tolower_loc", "(*__ctype_tolower_loc())[$k]"),
    (INT, "__ctype_toupper_loc", "(*__ctype_toupper_loc())[$k]"),
    (Into("w"), "memcpy", "memcpy(w, m, $n)"),
    (Into("w"), "memmove", "memmove(w + $y, w + $n, $n)"),
    (Into("w"), "memset", "memset(w + $n, $i, $n)"),
    (
        Into("w"),
        "__memcpy_chk",
        "__memcpy_chk(w, m, $n, sizeof w)",
    ),
    (
        Into("w"),
        "__memmove_chk",
        "__memmove_chk(w + $y, w + $n, $n, 20)",
    ),
    (
        Into("w"),
        "__memset_chk",
        "__memset_chk(w + $n, $i, $n, 20)",
    ),
    (Into("w"), "mempcpy", "mempcpy(w, m, $n)"),
    (Nothing, "bcopy", "bcopy(w + $y, w + $n, $n)"),
    (Nothing, "bzero", "bzero(w + $n, $n)"),
    (INT, "ffs", "ffs($i)"),
    (Sign, "memcmp", "memcmp(m, o, $n)"),
    (Truth, "bcmp", "bcmp(m, o, $n)"),
    (Into("m"), "memchr", "memchr(m, $o, $n)"),
    (Into("w"), "rawmemchr", "rawmemchr(w, 0)"),
    (Into("m"), "memrchr", "memrchr(m, $o, $n)"),
    (Into("m"), "memmem", "memmem(m, $n, o + 4, $y)"),
    (SIZE, "strlen", "strlen(a)"),
    (SIZE, "strnlen", "strnlen(a, $s)"),
    (Into("w"), "strcpy", "strcpy(w, a)"),
    (Into("w"), "stpcpy", "stpcpy(w, a)"),
    (Into("w"), "strncpy", "strncpy(w, a, $n)"),
    (Into("w"), "stpncpy", "stpncpy(w, a, $n)"),
    (Into("w"), "strcat", "strcat(w, a)"),
    (Into("w"), "strncat", "strncat(w, a, $s)"),
    (SIZE, "strlcpy", "strlcpy(w, a, $n)"),
    (SIZE, "strlcat", "strlcat(w, a, $n)"),
    (Sign, "strcmp", "strcmp(a, b)"),
    (Sign, "strcoll", "strcoll(a, b)"),
    (Sign, "strncmp", "strncmp(a, b, $s)"),
    (Sign, "strcasecmp", "strcasecmp(a, b)"),
    (Sign, "strncasecmp", "strncasecmp(a, b, $s)"),
    (Into("a"), "strchr", "strchr(a, $o)"),
    (Into("a"), "index", "index(a, $o)"),
    (Into("a"), "strchrnul", "strchrnul(a, $o)"),
    (Into("a"), "strrchr", "strrchr(a, $o)"),
    (Into("a"), "rindex", "rindex(a, $o)"),
    (Into("a"), "strstr", "strstr(a, b)"),
    (Into("a"), "strcasestr", "strcasestr(a, b)"),
    (SIZE, "strspn", "strspn(a, b)"),
    (SIZE, "strcspn", "strcspn(a, b)"),
    (Into("a"), "strpbrk", "strpbrk(a, b)"),
    (
        Nothing,
        "strtok",
        "for (char *t = strtok(w, $t); t; t = strtok(0, $t)) show_place(t, w)",
    ),
    (
        Nothing,
        "strtok_r",
        "char *r = w; for (char *t = strtok_r(w, $t, &r); t; t = strtok_r(0, $t, &r)) show_place(r, w)",
    ),
    (
        Nothing,
        "__strtok_r",
        "char *r = w; for (char *t = __strtok_r(0, b, &r); t; t = __strtok_r(0, b, &r)) show_place(t, w)",
    ),
    (
        Nothing,
        "strsep",
        "char *r = w; for (char *t; (t = strsep(&r, b)) != 0;) show_place(t, w), show_place(r, w)",
    ),
    (
        Nothing,
        "strdup free",
        "char *t = strdup(a); show_bytes(t, strlen(a) + 1); free(t)",
    ),
    (
        Nothing,
        "strndup free",
        "char *t = strndup(a, $s); show_bytes(t, strlen(t) + 1); free(t)",
    ),
    (INT, "abs", "abs($j)"),
    (LONG, "labs", "labs($J)"),
    (LONG, "llabs", "llabs($J)"),
    (INT, "atoi", "atoi(\"-99999\" + $y)"),
    (LONG, "atol", "atol(\" +0x12\" + $y)"),
    (LONG, "atoll", "atoll(\"  \\t-9223372036854775808\" + $y)"),
    (LONG, "strtol", "strtol(d, &e, $b)"),
    (LONG, "strtoll", "strtoll(d, &e, $b)"),
    (Exact("unsigned long"), "strtoul", "strtoul(d, &e, $b)"),
    (Exact("unsigned long"), "strtoull", "strtoull(d, &e, $b)"),
    (INT, "__errno_location", "(*__errno_location() = $i)"),
    (
        Nothing,
        "qsort",
        "int v[] = {$i, $i, $i, $i, $i}; qsort(v, $y + 1, sizeof *v, by_number); show_bytes(v, sizeof v)",
    ),
    (
        Nothing,
        "qsort",
        "struct pair v[] = {{$y, 1}, {$y, 2}, {$y, 3}, {$y, 4}}; qsort(v, 4, 2, by_key); show_bytes(v, 8)",
    ),
    (
        Nothing,
        "bsearch",
        "int v[] = {-7, 0, 3, 127, 128}, k = $i; show_place(bsearch(&k, v, $y + 2, sizeof k, by_number), v)",
    ),
    (
        Nothing,
        "bsearch",
        "struct pair v[] = {{0, 1}, {1, 2}, {1, 3}, {3, 4}}, k = {$y, 0}; show_place(bsearch(&k, v, 4, 2, by_key), v)",
    ),
    (
        Nothing,
        "srand rand",
        "srand($u); int r = rand(); NOTE('g', r); show(r & $i)",
    ),
    (
        Nothing,
        "srandom random",
        "srandom($u); long r = random(); NOTE('g', r); show(r % 100)",
    ),
    (
        Nothing,
        "lrand48",
        "long r = lrand48(); NOTE('g', r); show(r)",
    ),
    (
        Nothing,
        "malloc free",
        "char *p = malloc($s); NOTE('b', p == 0); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "malloc free",
        "char *p = malloc(8); memcpy(p, m, 8); show_bytes(p, 8); free(p); free(0)",
    ),
    (
        Nothing,
        "malloc",
        "char *p = malloc(0); NOTE('b', p == 0); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "calloc",
        "char *p = calloc($n + 1, 3); show_bytes(p, 3); free(p)",
    ),
    (
        Nothing,
        "calloc",
        "char *p = calloc($s, $s); NOTE('b', p == 0); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "realloc",
        "char *p = realloc(0, 4); memcpy(p, m, 4); p = realloc(p, $n + 1); show(p[0]); free(p)",
    ),
    (
        Nothing,
        "realloc",
        "char *p = malloc(4), *q = realloc(p, (size_t)-1); show(q == 0); show(errno); free(p)",
    ),
    (
        Nothing,
        "realloc",
        "char *p = realloc(malloc(4), 0); show(p == 0)",
    ),
    (
        Nothing,
        "reallocarray",
        "errno = 0; char *p = reallocarray(0, $s, 3); show(p == 0); show(errno); free(p)",
    ),
    (
        Nothing,
        "reallocarray",
        "errno = 0; char *p = reallocarray(0, $s, $s); show(p == 0); show(errno); free(p)",
    ),
    (
        Nothing,
        "aligned_alloc",
        "char *p = aligned_alloc(1 << $y, 16); memcpy(p, m, 8); show_bytes(p, 8); free(p)",
    ),
    (
        Nothing,
        "aligned_alloc",
        "char *p = aligned_alloc($n, 16); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "memalign",
        "char *p = memalign(8 << $y, 16); memcpy(p, m, 8); show_bytes(p, 8); free(p)",
    ),
    (
        Nothing,
        "memalign",
        "char *p = memalign($n, 16); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "posix_memalign",
        "void *p = 0; show(posix_memalign(&p, $n * $y, 16)); show(p == 0); free(p)",
    ),
    (
        Nothing,
        "alloca",
        "char *p = alloca(8); memcpy(p, m, 8); show_bytes(p, 8)",
    ),
    (
        Nothing,
        "time",
        "long t = 0, r = time(&t); NOTE('g', r); show(r == t); show(r & 255)",
    ),
    (
        Nothing,
        "clock",
        "long r = clock(); NOTE('g', r); show(r & 255)",
    ),
    (
        Nothing,
        "gettimeofday",
        "struct timeval v; show(gettimeofday(&v, 0)); NOTE('g', v.tv_sec); NOTE('g', v.tv_usec); show(v.tv_usec)",
    ),
    (
        Nothing,
        "clock_gettime",
        "struct timespec v; show(clock_gettime($y, &v)); NOTE('g', v.tv_sec); NOTE('g', v.tv_nsec); show(v.tv_nsec)",
    ),
    (
        Nothing,
        "signal",
        "show(signal(SIGINT, SIG_IGN) == SIG_DFL); show(signal(SIGINT, SIG_DFL) == SIG_IGN); show(signal(9, SIG_IGN) == SIG_ERR); show(errno)",
    ),
    (
        Nothing,
        "setlocale",
        "char *t = setlocale($y, \"POSIX\"); show_bytes(t, 2); show(setlocale(LC_ALL, 0) == 0); show(setlocale(40, \"C\") == 0)",
    ),
    (
        Nothing,
        "getopt getopt_long getopt_long_only",
        "char *v[] = {\"p\", 0}; optind = $y / 2; show(getopt(1, v, \"ab:\")); show(getopt_long(1, v, \"a\", 0, 0)); show(getopt_long_only(1, v, \"\", 0, 0)); show(optind); show(opterr)",
    ),
    (INT, "sleep", "sleep(0)"),
    (INT, "usleep", "usleep($y)"),
    (
        INT,
        "nanosleep",
        "nanosleep(&(struct timespec){$y - 1, $n}, 0)",
    ),
    (
        Nothing,
        "rand_r",
        "unsigned s = $u; int r = rand_r(&s); NOTE('g', (int)s); NOTE('g', r); show(s); show(r)",
    ),
    (
        Nothing,
        "srand48 mrand48",
        "srand48($l); long r = mrand48(); NOTE('g', r); show(r)",
    ),
    (
        Nothing,
        "drand48",
        "double r = drand48(); NOTE('g', (long)(r * 281474976710656.0)); show_real(r)",
    ),
    (
        Nothing,
        "arc4random",
        "unsigned r = arc4random(); NOTE('g', (int)r); show(r)",
    ),
    (
        Nothing,
        "arc4random_uniform",
        "unsigned n = $n, r = arc4random_uniform(n); if (n > 1) NOTE('g', r); show(r)",
    ),
    (
        Nothing,
        "getpid",
        "int r = getpid(); NOTE('g', r); show(r == getpid()); show(r)",
    ),
    (
        Nothing,
        "getppid",
        "int r = getppid(); NOTE('g', r); show(r == getppid()); show(r)",
    ),
    (
        Nothing,
        "getuid",
        "unsigned r = getuid(); NOTE('g', r); show(r == getuid()); show(r)",
    ),
    (
        Nothing,
        "geteuid",
        "unsigned r = geteuid(); NOTE('g', r); show(r == geteuid()); show(r)",
    ),
    (
        Nothing,
        "getgid",
        "unsigned r = getgid(); NOTE('g', r); show(r == getgid()); show(r)",
    ),
    (
        Nothing,
        "getegid",
        "unsigned r = getegid(); NOTE('g', r); show(r == getegid()); show(r)",
    ),
    (
        Nothing,
        "isatty",
        "int r = isatty($y); NOTE('g', r ? 1 : -errno); show(r); show(errno)",
    ),
    (
        Nothing,
        "getenv",
        "char *r = getenv(\"PATH\"); NOTE('g', r != 0); show(r != 0); show(getenv(\"PATH\") != 0)",
    ),
    (
        Nothing,
        "secure_getenv",
        "char *r = secure_getenv(\"no such\"); NOTE('g', r != 0); show(r != 0)",
    ),
    (
        Nothing,
        "strerror",
        "char *t = strerror($n * 17 - 5); show_bytes(t, strlen(t) + 1)",
    ),
    (Nothing, "warn", "errno = 2; warn(\"%s\", $t)"),
    (Nothing, "warnx", "warnx(0); warnx(\"%d\", $i)"),
    (Nothing, "vwarn vwarnx", "by_vwarn(\"%d\", $i)"),
    (
        Nothing,
        "asprintf free",
        "char *t; int n = asprintf(&t, \"%d|%s\", $i, $t); show(n); show_bytes(t, n + 1); free(t)",
    ),
    (
        Nothing,
        "vasprintf free",
        "char *t; int n = by_vasprintf(&t, \"%5x|%c\", $u, 'a'); show(n); show_bytes(t, n + 1); free(t)",
    ),
    (Real, "strtod", "strtod($r, 0)"),
    (
        Nothing,
        "strtod",
        "char t[] = $r, *u; show_real(strtod(t, &u)); show_place(u, t)",
    ),
    (
        Nothing,
        "strtof",
        "char t[] = $r, *u; show_real(strtof(t, &u)); show_place(u, t)",
    ),
    (Real, "atof", "atof($r)"),
    (
        Nothing,
        "sscanf",
        "struct kept k = {0}; show(sscanf($N, $%)); show_kept(&k)",
    ),
    (
        Nothing,
        "vsscanf",
        "struct kept k = {0}; show(by_vsscanf($N, $%)); show_kept(&k)",
    ),
    (Real, "copysign", "copysign($d, $d)"),
    (Real, "copysignf", "copysignf($f, $f)"),
    (Real, "trunc", "trunc($d)"),
    (Real, "truncf", "truncf($f)"),
    (Real, "floor", "floor($d)"),
    (Real, "floorf", "floorf($f)"),
    (Real, "ceil", "ceil($d)"),
    (Real, "ceilf", "ceilf($f)"),
    (Real, "round", "round($d)"),
    (Real, "roundf", "roundf($f)"),
    (LONG, "lround", "lround($d)"),
    (LONG, "llround", "llround($d)"),
    (Real, "rint", "rint($d)"),
    (Real, "rintf", "rintf($f)"),
    (Real, "nearbyint", "nearbyint($d)"),
    (Real, "nearbyintf", "nearbyintf($f)"),
    (LONG, "lrint", "lrint($d)"),
    (LONG, "llrint", "llrint($d)"),
    (
        Nothing,
        "fmin",
        "double x = $d, y = $d, r = fmin(x, y); if (x == 0 && y == 0) NOTE('i', !signbit(r) != !signbit(x)); show_real(r)",
    ),
    (
        Nothing,
        "fminf",
        "float x = $f, y = $f, r = fminf(x, y); if (x == 0 && y == 0) NOTE('i', !signbit(r) != !signbit(x)); show_real(r)",
    ),
    (
        Nothing,
        "fmax",
        "double x = $d, y = $d, r = fmax(x, y); if (x == 0 && y == 0) NOTE('i', !signbit(r) != !signbit(x)); show_real(r)",
    ),
    (
        Nothing,
        "fmaxf",
        "float x = $f, y = $f, r = fmaxf(x, y); if (x == 0 && y == 0) NOTE('i', !signbit(r) != !signbit(x)); show_real(r)",
    ),
    (
        Nothing,
        "fmin",
        "double r = fmin(-0.0, 0.0); NOTE('i', !signbit(r)); show_real(r)",
    ),
    (Real, "fdim", "fdim($d, $d)"),
    (Real, "fdimf", "fdimf($f, $f)"),
    (Truth, "isnan", "(isnan)($d)"),
    (Truth, "__isnan", "__isnan($d)"),
    (Truth, "__isnanf", "__isnanf($f)"),
    (Truth, "isinf", "(isinf)($d)"),
    (Truth, "__isinf", "__isinf($d)"),
    (Truth, "__isinff", "__isinff($f)"),
    (Truth, "finite", "finite($d)"),
    (Truth, "__finite", "__finite($d)"),
    (Truth, "__finitef", "__finitef($f)"),
    (Truth, "__signbit", "__signbit($d)"),
    (Truth, "__signbitf", "__signbitf($f)"),
    (
        Nothing,
        "modf",
        "double whole = 5, part = modf($d, &whole); show_real(whole); show_real(part)",
    ),
    (Real, "fabs", "fabs($d)"),
    (Real, "fabsf", "fabsf($f)"),
    (Real, "sqrt", "sqrt($d)"),
    (Real, "sqrtf", "sqrtf($f)"),
    (Real, "fmod", "fmod($d, $d)"),
    (Real, "fmodf", "fmodf($f, $f)"),
    (Real, "pow", "pow($d, $d)"),
    (INT, "__builtin_popcount", "__builtin_popcount($u)"),
    (INT, "__builtin_popcountl", "__builtin_popcountl($g)"),
    (INT, "__builtin_popcountll", "__builtin_popcountll($g)"),
    (INT, "__builtin_parity", "__builtin_parity($u)"),
    (INT, "__builtin_parityl", "__builtin_parityl($g)"),
    (INT, "__builtin_parityll", "__builtin_parityll($g)"),
    (INT, "__builtin_ffs", "__builtin_ffs($i)"),
    (INT, "__builtin_ffsl", "__builtin_ffsl($l)"),
    (INT, "__builtin_ffsll", "__builtin_ffsll($l)"),
    (INT, "__builtin_clz", "__builtin_clz($q)"),
    (INT, "__builtin_clzl", "__builtin_clzl($Q)"),
    (INT, "__builtin_clzll", "__builtin_clzll($Q)"),
    (INT, "__builtin_ctz", "__builtin_ctz($q)"),
    (INT, "__builtin_ctzl", "__builtin_ctzl($Q)"),
    (INT, "__builtin_ctzll", "__builtin_ctzll($Q)"),
    (
        Exact("unsigned short"),
        "__builtin_bswap16",
        "__builtin_bswap16($i)",
    ),
    (
        Exact("unsigned"),
        "__builtin_bswap32",
        "__builtin_bswap32($u)",
    ),
    (
        Exact("unsigned long"),
        "__builtin_bswap64",
        "__builtin_bswap64($g)",
    ),
    (Nothing, "__builtin_isnan", "show(!!__builtin_isnan($d))"),
    (
        Nothing,
        "__builtin_isfinite",
        "show(!!__builtin_isfinite($d))",
    ),
    (INT, "__builtin_isinf_sign", "__builtin_isinf_sign($d)"),
    (Truth, "__builtin_signbit", "__builtin_signbit($d)"),
    (
        Truth,
        "__builtin_signbit",
        "__builtin_signbit(copysign($d, $d))",
    ),
    (Truth, "__builtin_isnormal", "__builtin_isnormal($d)"),
    (Real, "__builtin_inf", "__builtin_inf()"),
    (Real, "__builtin_inff", "__builtin_inff()"),
    (Real, "__builtin_huge_val", "__builtin_huge_val()"),
    (Real, "__builtin_huge_valf", "__builtin_huge_valf()"),
    (Real, "__builtin_nan", "__builtin_nan(\"\")"),
    (Real, "__builtin_nanf", "__builtin_nanf(\"\")"),
    (
        Nothing,
        "__builtin_alloca",
        "char *p = __builtin_alloca(8); memcpy(p, m, 8); show_bytes(p, 8)",
    ),
    (
        Nothing,
        "__builtin_alloca_with_align",
        "char *p = __builtin_alloca_with_align(8, 128); p[7] = $n; show(p[7])",
    ),
    (
        Into("w"),
        "__builtin_assume_aligned",
        "__builtin_assume_aligned(w, 1)",
    ),
    (
        Nothing,
        "__builtin_prefetch",
        "__builtin_prefetch(w); __builtin_prefetch(m, 1, 2)",
    ),
    (
        Nothing,
        "__builtin_constant_p",
        "int v = $y, known = __builtin_constant_p(v); NOTE('b', known); show(known)",
    ),
    (LONG, "__builtin_expect", "__builtin_expect($l, $y)"),
    (
        INT,
        "__builtin_choose_expr",
        "__builtin_choose_expr($y, $i, $i)",
    ),
    (
        INT,
        "__builtin_types_compatible_p",
        "__builtin_types_compatible_p($v, $v)",
    ),
    (
        SIZE,
        "__builtin_object_size",
        "__builtin_object_size(w + $y, $y)",
    ),
    (
        Nothing,
        "__builtin_object_size",
        "char *q = w + $y; size_t n = __builtin_object_size(q, $y); show(n)",
    ),
    (
        Nothing,
        "__builtin_dynamic_object_size",
        "char *q = malloc($n + 1); show(__builtin_dynamic_object_size(q, 0)); free(q)",
    ),
    (
        INT,
        "__builtin_va_start __builtin_va_copy __builtin_va_end",
        "twice_sum(3, $j, $l, $d)",
    ),
    (
        Nothing,
        "__builtin_nan memcpy",
        "double x = $d - $d; unsigned char t[8]; memcpy(t, &x, 8); if (x != x) NOTE('i', *(long *)t); show_bytes(t, 8)",
    ),
    (
        Nothing,
        "memcpy",
        "volatile double z = 0.0; double x = z / z; unsigned char t[8]; memcpy(t, &x, 8); show(t[7] >> 7)",
    ),
    (
        Nothing,
        "memcpy",
        "float x = $f, y = -x; unsigned char t[4]; memcpy(t, &y, 4); if (y != y) NOTE('i', *(int *)t); show_bytes(t, 4)",
    ),
    (
        Nothing,
        "__builtin_return_address",
        "show(__builtin_return_address(0) == 0)",
    ),
    (
        Nothing,
        "__builtin_frame_address",
        "show(__builtin_frame_address(0) == 0)",
    ),
    (
        Nothing,
        "__builtin_add_overflow",
        "$v r = 0; show(__builtin_add_overflow(($v)$l, ($v)$l, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_sub_overflow",
        "$v r = 0; show(__builtin_sub_overflow(($v)$l, ($v)$l, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_mul_overflow",
        "$v r = 0; show(__builtin_mul_overflow(($v)$l, ($v)$l, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_sadd_overflow",
        "int r; show(__builtin_sadd_overflow($i, $i, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_saddl_overflow",
        "long r; show(__builtin_saddl_overflow($l, $l, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_ssub_overflow",
        "int r; show(__builtin_ssub_overflow($i, $i, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_smul_overflow",
        "int r; show(__builtin_smul_overflow($i, $i, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_smulll_overflow",
        "long long r; show(__builtin_smulll_overflow($l, $l, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_uadd_overflow",
        "unsigned r; show(__builtin_uadd_overflow($l, $u, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_usub_overflow",
        "unsigned r; show(__builtin_usub_overflow($u, $u, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_umul_overflow",
        "unsigned r; show(__builtin_umul_overflow($u, $u, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_umull_overflow",
        "unsigned long r; show(__builtin_umull_overflow($g, $g, &r)); show(r)",
    ),
    (Real, "sqrt", "sqrt((double)$n)"),
    (
        Nothing,
        "__builtin_mul_overflow",
        "int r = 0; show(__builtin_mul_overflow($i, $i, &r)); show(r)",
    ),
    (
        Nothing,
        "__builtin_add_overflow",
        "short r = 0; show(__builtin_add_overflow((short)$l, (short)$l, &r)); show(r)",
    ),
];

/// Functions on files, which filters do not open. What a file holds is noted as inputs, so all of it must be read.
pub const FILES: &[Row] = &[
    (
        Nothing,
        "fopen fgetc feof ferror fclose",
        "FILE *f = opened($t); for (int c; (c = fgetc(f)) != EOF;) show(c); show(!!feof(f)); show(ferror(f)); closed(f)",
    ),
    (
        Nothing,
        "fseek ftell fread",
        "FILE *f = opened(a); show(fseek(f, $y - 1, $y % 3)); show(fread(w, 1, $n, f)); show(ftell(f)); show(fgetc(f)); closed(f)",
    ),
    (
        Nothing,
        "fseeko ftello rewind getc",
        "FILE *f = opened(a); show(getc(f)); show(fseeko(f, $y, SEEK_CUR)); show(ftello(f)); show(getc(f)); rewind(f); show(getc(f)); closed(f)",
    ),
    (
        Nothing,
        "fopen64 fseeko64 ftello64",
        "FILE *f = opened(a); show(fseeko64(f, -1, SEEK_END)); show(ftello64(f)); show(getc(f)); closed(f)",
    ),
    (
        Nothing,
        "fopen64",
        "FILE *f = fopen64(\"nowhere/x\", \"rb\"); NOTE('g', f ? 0 : errno); show(f == 0); show(errno)",
    ),
    (
        Nothing,
        "fopen",
        "FILE *f = fopen(\"x\", \"q\"); show(f == 0); show(errno)",
    ),
    (
        Nothing,
        "fopen fprintf fputs fputc fwrite",
        "FILE *f = fopen(\"written\", \"w\"); NOTE('g', 0); show(fprintf(f, \"%d\", $i)); fputs(a, f); fputc($o, f); show(fwrite(m, 2, $y, f)); show(fclose(f))",
    ),
    (
        Nothing,
        "fgets ungetc clearerr",
        "FILE *f = opened(a); show(getc(f)); show(ungetc($o, f)); show(fgets(w, $n + 2, f) == w); show_bytes(w, 24); clearerr(f); show(!!feof(f)); closed(f)",
    ),
    (
        Nothing,
        "getline free",
        "char *l = 0; size_t n = 0; FILE *f = opened($t); for (long r; (r = getline(&l, &n, f)) != -1;) { show(r); show(n); show_bytes(l, r + 1); } free(l); closed(f)",
    ),
    (
        Nothing,
        "getdelim free",
        "char *l = malloc(2); size_t n = 2; FILE *f = opened($t); for (long r; (r = getdelim(&l, &n, 'a', f)) != -1;) { show(r); show_bytes(l, r + 1); } free(l); closed(f)",
    ),
    (
        Nothing,
        "__getdelim free",
        "char *l = 0; size_t n = 0; show(__getdelim(0, &n, 'a', stdin)); show(errno)",
    ),
    (
        Nothing,
        "fscanf",
        "struct kept k = {0}; FILE *f = opened($N); show(fscanf(f, $%)); show(fgetc(f)); show_kept(&k); closed(f)",
    ),
    (
        Nothing,
        "vfscanf",
        "struct kept k = {0}; FILE *f = opened($N); show(by_vfscanf(f, $%)); show(fgetc(f)); show_kept(&k); closed(f)",
    ),
    (
        Nothing,
        "remove",
        "int r = remove(\"nowhere\"); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "unlink",
        "int r = unlink(\"nowhere\"); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "rmdir",
        "int r = rmdir(\"nowhere\"); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "chdir",
        "int r = chdir(\"nowhere\"); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "mkdir",
        "int r = mkdir(\"nowhere/x\", 0700); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "chmod",
        "int r = chmod(\"nowhere\", 0700); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "access",
        "int r = access(\"nowhere\", 4); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
    (
        Nothing,
        "rename",
        "int r = rename(\"nowhere\", \"now\"); NOTE('g', r ? errno : 0); show(r); show(errno)",
    ),
];

/// Functions on streams. What is read and shown lies in `w`.
pub const STREAMS: &[Row] = &[
    (
        Nothing,
        "scanf",
        "struct kept k = {0}; show(scanf($%)); show_kept(&k)",
    ),
    (
        Nothing,
        "vscanf",
        "struct kept k = {0}; show(by_vscanf($%)); show(getchar()); show_kept(&k)",
    ),
    (
        Nothing,
        "scanf",
        "for (int v, r; (r = scanf(\"%2x\", &v)) != EOF;) { show(r); if (r == 1) show(v); else show(getchar()); }",
    ),
    (
        Nothing,
        "getline free",
        "char *l = 0; size_t n = 0; for (long r; (r = getline(&l, &n, stdin)) != -1;) fwrite(l, 1, r, stdout); free(l)",
    ),
    (INT, "putchar", "putchar($i)"),
    (INT, "putchar", "putchar($o)"),
    (INT, "putchar_unlocked", "putchar_unlocked($o)"),
    (INT, "fputc", "fputc($o, $O)"),
    (INT, "fputc_unlocked", "fputc_unlocked($o, $O)"),
    (INT, "putc", "putc($i, $O)"),
    (INT, "putc_unlocked", "putc_unlocked($o, $O)"),
    (INT, "_IO_putc", "_IO_putc($o, $O)"),
    (Open, "puts", "puts($t)"),
    (Open, "fputs", "fputs($t, $O)"),
    (Open, "fputs_unlocked", "fputs_unlocked($t, $O)"),
    (SIZE, "fwrite", "fwrite(m, $y, 2, $O)"),
    (SIZE, "fwrite_unlocked", "fwrite_unlocked(m, 2, $y, $O)"),
    (Nothing, "perror", "perror($t); perror(0)"),
    (INT, "fflush", "fflush($O)"),
    (INT, "fflush", "fflush(0)"),
    (INT, "fflush_unlocked", "fflush_unlocked($O)"),
    (INT, "getchar", "getchar()"),
    (INT, "getchar_unlocked", "getchar_unlocked()"),
    (INT, "fgetc", "fgetc(stdin)"),
    (INT, "fgetc_unlocked", "fgetc_unlocked(stdin)"),
    (INT, "getc", "getc(stdin)"),
    (INT, "getc_unlocked", "getc_unlocked(stdin)"),
    (INT, "_IO_getc", "_IO_getc(stdin)"),
    (INT, "ungetc", "ungetc($o, stdin)"),
    (INT, "ungetc", "ungetc(getchar(), stdin)"),
    (Into("w"), "fgets", "fgets(w, $n + 1, stdin)"),
    (Into("w"), "fgets", "fgets(w, 16, stdin)"),
    (
        Into("w"),
        "fgets_unlocked",
        "fgets_unlocked(w, $n + 2, stdin)",
    ),
    (
        Nothing,
        "fread",
        "char f[16]; size_t n = fread(f, $y, $y, stdin); show(n)",
    ),
    (SIZE, "fread_unlocked", "fread_unlocked(w, 1, $n, stdin)"),
    (
        Nothing,
        "fread",
        "size_t n = fread(w, 2, $y, stdin); show(n); show_bytes(w, n * 2); memset(w + n * 2, 'x', sizeof w - n * 2)",
    ),
    (
        Nothing,
        "getchar putchar",
        "for (int c; (c = getchar()) != EOF;) putchar(c == '\\n' ? $o : c)",
    ),
    (
        Nothing,
        "getchar putchar",
        "for (char c; (c = getchar()) != EOF;) putchar(c + 1)",
    ),
    (
        Nothing,
        "getchar toupper putchar",
        "for (int c = getchar(); c != EOF; c = getchar()) putchar(toupper(c))",
    ),
    (
        Nothing,
        "fgets fputs",
        "while (fgets(w, $n + 2, stdin)) fputs(w, stdout)",
    ),
    (
        Nothing,
        "feof getchar fputc",
        "while (!feof(stdin)) { int c = getchar(); if (c != EOF) fputc(c, stdout); }",
    ),
    (
        Nothing,
        "putchar puts",
        "FILE *s = stdout; stdout = stderr; putchar($o); puts($t); fputc($o, stdout); stdout = s",
    ),
    (
        Nothing,
        "getchar",
        "FILE *s = stdin; stdin = stdout; show(getchar()); stdin = s",
    ),
    (INT, "fputc", "fputc($o, stdin)"),
    (INT, "fgetc", "fgetc(stdout)"),
    (INT, "fflush", "fflush(stdin)"),
    (Truth, "feof", "feof($I)"),
    (Truth, "feof_unlocked", "feof_unlocked($I)"),
    (INT, "ferror", "ferror($I)"),
    (INT, "ferror_unlocked", "ferror_unlocked($I)"),
    (Nothing, "clearerr", "clearerr($I)"),
    (Nothing, "clearerr_unlocked", "clearerr_unlocked($I)"),
    (INT, "fileno", "fileno($I)"),
];

/// Functions that set buffers; they come before all others.
pub const BUFFERS: &[Row] = &[
    (Nothing, "setbuf", "setbuf($O, 0)"),
    (
        Nothing,
        "setbuf",
        "static char l[BUFSIZ]; setbuf(stdout, l); puts($t); memset(l, 'z', $n); show(l[0] == 'z')",
    ),
    (
        Nothing,
        "setvbuf",
        "static char l[64]; setvbuf(stdout, l, _IOFBF, 64); puts($t); memset(l, 'z', $n)",
    ),
    (
        Nothing,
        "setbuffer",
        "static char l[64]; setbuffer(stdout, l, 64); putchar($o); show(l[0])",
    ),
    (Nothing, "setbuffer", "setbuffer($O, 0, 0)"),
    (Nothing, "setlinebuf", "setlinebuf($O)"),
    (Open, "setvbuf", "setvbuf($O, 0, $u % 3, $n)"),
];

/// Functions on descriptors.
pub const DESCRIPTORS: &[Row] = &[
    (LONG, "write", "write($w, m, $n)"),
    (LONG, "write", "write(1, $t, $y / 2)"),
    (LONG, "read", "read(0, w, $n)"),
    (LONG, "read", "read($y, w, $n)"),
    (INT, "dprintf", "dprintf($w, \"%d|%s\", $i, $t)"),
    (INT, "vdprintf", "by_vdprintf($w, \"%5x|%c\", $u, $o)"),
];

/// How programs end, beside by returning.
pub const ENDS: &[Row] = &[
    (Nothing, "exit", "exit($i)"),
    (Nothing, "err", "err(3, \"%d\", $i)"),
    (Nothing, "errx", "errx($y, 0)"),
    (Nothing, "verr", "by_verr(1, \"%d\", $i)"),
    (Nothing, "verrx", "by_verr(0, \"%d\", $i)"),
    (Nothing, "abort", "abort()"),
    (Nothing, "__builtin_trap", "__builtin_trap()"),
    (
        Nothing,
        "__assert_fail",
        "__assert_fail(\"x\", \"f\", 1, \"g\")",
    ),
    (Nothing, "__assert", "__assert(\"x\", \"f\", 1)"),
    (
        Nothing,
        "__assert_perror_fail",
        "__assert_perror_fail(1, \"f\", 1, \"g\")",
    ),
];

/// The same, without what streams hold back.
pub const DIRECT_ENDS: &[Row] = &[
    (Nothing, "_exit", "_exit($i)"),
    (Nothing, "_Exit", "_Exit($i)"),
    (Nothing, "quick_exit", "quick_exit($i)"),
    (Nothing, "exit", "exit($i)"),
    (Nothing, "abort", "abort()"),
];

/// Functions that format: `$*` is a format and its arguments.
pub const FORMATS: &[Row] = &[
    (INT, "sprintf", "sprintf(l, $*)"),
    (INT, "snprintf", "snprintf(l, $n, $*)"),
    (INT, "snprintf", "snprintf(l, 300, $*)"),
    (INT, "snprintf", "snprintf(0, 0, $*)"),
    (INT, "vsprintf", "by_vsprintf(l, $*)"),
    (INT, "vsnprintf", "by_vsnprintf(l, $n * 4, $*)"),
    (INT, "printf", "printf($*)"),
    (INT, "fprintf", "fprintf($O, $*)"),
    (INT, "vprintf", "by_vprintf($*)"),
    (INT, "vfprintf", "by_vfprintf($O, $*)"),
    (INT, "__printf_chk", "__printf_chk(0, $*)"),
    (INT, "__fprintf_chk", "__fprintf_chk($O, 0, $*)"),
];

/// All rows.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [
        CALLS,
        FILES,
        STREAMS,
        BUFFERS,
        DESCRIPTORS,
        ENDS,
        DIRECT_ENDS,
        FORMATS,
    ]
    .into_iter()
    .flatten()
}
