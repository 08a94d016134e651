/* What the system is asked for: the time, numbers by chance, who runs the program. Each answer is an input of the name of the
   function that gives it. */

typedef __typeof__(sizeof 0) size_t;

/* Intrinsic: an input of the function of this name, from the first to the last of these numbers. */
int __mores_ask(const char *function, int first, int last);
long long __mores_ask_wide(const char *function, long long first, long long last);
/* Intrinsic: a number that the function of this name leaves open. */
int __mores_open_any(const char *function);
/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: what follows holds as long as this does. */
void __mores_assumed(const char *what);
/* Intrinsic: whether the program looks at `errno`. */
_Bool __mores_errno_read(void);

enum {
    __mores_least_int = -2147483647 - 1,
    __mores_largest_int = 2147483647,
    /* As many variables of the environment may be asked for. */
    __mores_most_variables = 32
};

typedef void __mores_handler(int);

/* As `struct timeval` and `struct timespec` are laid out. */
struct __mores_moment {
    long seconds, rest;
};

/* What the clocks showed last that never go back, and who the program is: the same whenever it is asked. */
static long long __mores_clocked;
static struct __mores_moment __mores_monotonic;
static int __mores_process, __mores_parent;

/* The names of variables of the environment that were asked for, and whether they are set. */
static char *__mores_variables[__mores_most_variables];
static _Bool __mores_set[__mores_most_variables];

/* What `errno` is from here on. */
void __mores_set_errno(int error);
static _Bool __mores_equal(const char *one, const char *other);
static char *__mores_variable(const char *name);

/* A clock may be set back. */
long time(long *result)
{
    __mores_assumed("clocks show a time between 1970 and 2242");
    long now = (long)__mores_ask_wide("time", 0, sizeof now == 8 ? 1LL << 33 : __mores_largest_int);
    if (result != (long *)0) {
        *result = now;
    }
    return now;
}

long clock(void)
{
    if (sizeof(long) == 4) {
        return (long)__mores_ask_wide("clock", __mores_least_int, __mores_largest_int);
    }
    __mores_assumed("clocks show a time between 1970 and 2242");
    __mores_clocked = __mores_ask_wide("clock", __mores_clocked, 1LL << 53);
    return (long)__mores_clocked;
}

int gettimeofday(void *now, void *zone)
{
    struct __mores_moment *moment = now;
    __mores_assumed("clocks show a time between 1970 and 2242");
    moment->seconds = (long)__mores_ask_wide("gettimeofday", 0, sizeof(long) == 8 ? 1LL << 33 : __mores_largest_int);
    moment->rest = __mores_ask("gettimeofday", 0, 999999);
    if (zone != (void *)0) {
        __builtin_memset(zone, 0, 8);
    }
    return 0;
}

int clock_gettime(int clock, void *now)
{
    struct __mores_moment *moment = now;
    if (clock < 0 || clock > 7) {
        __mores_unsupported("the time of a clock that is not known here");
    }
    __mores_assumed("clocks show a time between 1970 and 2242");
    long long first = clock == 1 ? __mores_monotonic.seconds : 0;
    long long seconds = __mores_ask_wide("clock_gettime", first, sizeof(long) == 8 ? 1LL << 33 : __mores_largest_int);
    int least = clock == 1 && seconds == first ? (int)__mores_monotonic.rest : 0;
    moment->seconds = (long)seconds;
    moment->rest = __mores_ask("clock_gettime", least, 999999999);
    if (clock == 1) {
        __mores_monotonic = *moment;
    }
    return 0;
}

/* No function of the program is called by a signal, so nobody wakes it before. */
unsigned sleep(unsigned seconds) { return 0; }
int usleep(unsigned micros) { return 0; }

int nanosleep(const void *time, void *left)
{
    const struct __mores_moment *moment = time;
    if (moment->seconds < 0 || moment->rest < 0 || moment->rest > 999999999) {
        __mores_set_errno(22);
        return -1;
    }
    return 0;
}

/* Which number a seed leads to is left to the library, and so is what becomes of the seed. */
int rand_r(unsigned *seed)
{
    *seed = (unsigned)__mores_ask("rand_r", __mores_least_int, __mores_largest_int);
    return __mores_ask("rand_r", 0, __mores_largest_int);
}

void srand48(long seed) {}
long mrand48(void) { return __mores_ask("mrand48", __mores_least_int, __mores_largest_int); }

/* A multiple of the smallest number that it may give. */
double drand48(void)
{
    return (double)__mores_ask_wide("drand48", 0, (1LL << 48) - 1) / 281474976710656.0;
}

unsigned arc4random(void) { return (unsigned)__mores_ask("arc4random", __mores_least_int, __mores_largest_int); }

unsigned arc4random_uniform(unsigned beyond)
{
    return beyond < 2 ? 0 : (unsigned)__mores_ask_wide("arc4random_uniform", 0, (long long)beyond - 1);
}

int getpid(void)
{
    if (__mores_process == 0) {
        __mores_process = __mores_ask("getpid", 1, __mores_largest_int);
    }
    return __mores_process;
}

int getppid(void)
{
    if (__mores_parent == 0) {
        __mores_parent = __mores_ask("getppid", 1, __mores_largest_int);
    }
    return __mores_parent;
}

unsigned getuid(void)
{
    static unsigned own = -1;
    if (own == -1U) {
        own = (unsigned)__mores_ask_wide("getuid", 0, 4294967294);
    }
    return own;
}

unsigned geteuid(void)
{
    static unsigned own = -1;
    if (own == -1U) {
        own = (unsigned)__mores_ask_wide("geteuid", 0, 4294967294);
    }
    return own;
}

unsigned getgid(void)
{
    static unsigned own = -1;
    if (own == -1U) {
        own = (unsigned)__mores_ask_wide("getgid", 0, 4294967294);
    }
    return own;
}

unsigned getegid(void)
{
    static unsigned own = -1;
    if (own == -1U) {
        own = (unsigned)__mores_ask_wide("getegid", 0, 4294967294);
    }
    return own;
}

/* What is no terminal gives the number of an error, below zero as an input. */
int isatty(int descriptor)
{
    int is = __mores_ask("isatty", -133, 1);
    if (is <= 0 && __mores_errno_read()) {
        __mores_set_errno(-is);
    }
    return is > 0;
}

/* What a program does when a signal arrives; none does, but abortion is one. Whether a signal is ignored when the program starts
   is up to whoever starts it. The library keeps two numbers for itself. */
__mores_handler *signal(int number, __mores_handler *handler)
{
    static __mores_handler *handlers[65];
    static _Bool known[65];
    if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33
        || handler == (__mores_handler *)-1L) {
        __mores_set_errno(22);
        return (__mores_handler *)-1L;
    }
    if (number == 6 && (long)handler != 0 && (long)handler != 1) {
        __mores_unsupported("a function that is called where the program aborts");
    }
    __mores_assumed("no signal arrives");
    if (!known[number]) {
        if (__mores_open_any("signal") % 2 != 0) {
            handlers[number] = (__mores_handler *)1L;
        }
        known[number] = 1;
    }
    __mores_handler *before = handlers[number];
    handlers[number] = handler;
    return before;
}

/* The locale is C. */
char *setlocale(int category, const char *locale)
{
    static char name[] = "C";
    if (category < 0 || category > 12) {
        __mores_set_errno(22);
        return (char *)0;
    }
    if (locale != (const char *)0 && locale[0] == 0) {
        __mores_assumed("the environment asks for the locale C");
    } else if (locale != (const char *)0 && !__mores_equal(locale, "C") && !__mores_equal(locale, "POSIX")) {
        __mores_unsupported("a locale that is not C");
    }
    return name;
}

/* Whether a variable is set is an input. What it is set to is not known: the pointer is not null, and unknown where it is followed. */
char *getenv(const char *name) { return __mores_variable(name); }
char *secure_getenv(const char *name) { return __mores_variable(name); }

static char *__mores_variable(const char *name)
{
    size_t length = 0;
    while (name[length] != 0) {
        length++;
    }
    for (int i = 0; i < __mores_most_variables; i++) {
        if (__mores_variables[i] == (char *)0) {
            char *copy = __builtin_malloc(length + 1);
            __builtin_memcpy(copy, name, length + 1);
            __mores_variables[i] = copy;
            __mores_set[i] = __mores_ask("getenv", 0, 1);
        }
        if (__mores_equal(__mores_variables[i], name)) {
            return __mores_set[i] ? (char *)4096 : (char *)0;
        }
    }
    __mores_unsupported("so many variables of the environment");
    return (char *)0;
}

static _Bool __mores_equal(const char *one, const char *other)
{
    size_t i = 0;
    while (one[i] != 0 && one[i] == other[i]) {
        i++;
    }
    return one[i] == other[i];
}
