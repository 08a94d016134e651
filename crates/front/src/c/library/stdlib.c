/* Functions of stdlib.h and errno.h. Those that allocate, end the program or ask the world are intrinsic. */

typedef __typeof__(sizeof 0) size_t;

/* Intrinsic: the size of what may be freed. */
size_t __mores_size(void *memory);
/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);
/* Intrinsic: whether memory has run out; then `errno` says so. */
int __mores_refused(void);
/* Intrinsic: numbers that the function of this name leaves open: any at all, any that is not negative. */
int __mores_open_any(const char *function);
int __mores_open_natural(const char *function);
/* Intrinsic: whether functions that pointers of this type point to may do more than give a result. */
_Bool __mores_acts(int (*compare)(const void *, const void *));

/* What `errno` is. */
static int __mores_errno;

void __mores_set_errno(int error);
static long long __mores_whole(const char *text, char **end, int base, unsigned long long most);
static unsigned long long __mores_natural(const char *text, char **end, int base, unsigned long long most);
static unsigned long long __mores_read(const char *text, char **end, int base, unsigned long long most,
                                       unsigned long long least, _Bool *negative, _Bool *large);
static long long __mores_small(const char *text, unsigned long long most);
static int __mores_digit(char c);
static void __mores_quiet(int (*compare)(const void *, const void *));
static _Bool __mores_differ(const char *left, const char *right, size_t size);
void *__mores_resized(void *memory, size_t size);

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }

int atoi(const char *text) { return (int)__mores_small(text, ~0U >> 1); }
long atol(const char *text) { return (long)__mores_small(text, ~0UL >> 1); }
long long atoll(const char *text) { return __mores_small(text, ~0ULL >> 1); }

long strtol(const char *text, char **end, int base) { return (long)__mores_whole(text, end, base, ~0UL >> 1); }
long long strtoll(const char *text, char **end, int base) { return __mores_whole(text, end, base, ~0ULL >> 1); }

unsigned long strtoul(const char *text, char **end, int base)
{
    return (unsigned long)__mores_natural(text, end, base, ~0UL);
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    return __mores_natural(text, end, base, ~0ULL);
}

/* Elements change places in pairs, so that what is compared always lies in the array. Which of equal ones comes first is left
   open. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *elements = array, *held = __builtin_malloc(size);
    if (!compare || (count <= 1 && !array)) {
        __mores_undefined("argument");
    }
    __mores_quiet(compare);
    for (size_t i = 1; i < count; i++) {
        for (size_t at = i; at > 0; at--) {
            char *before = elements + (at - 1) * size, *here = elements + at * size;
            int order = compare(before, here);
            if (order < 0 || (order == 0 && (!__mores_differ(before, here, size) || __mores_open_any("qsort") % 2 == 0))) {
                break;
            }
            __builtin_memcpy(held, here, size);
            __builtin_memcpy(here, before, size);
            __builtin_memcpy(before, held, size);
        }
    }
    __builtin_free(held);
}

/* Which of equal elements is found is left open. */
void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
    const char *elements = array;
    size_t low = 0, high = count;
    if (!key || !compare || (count == 0 && !array)) {
        __mores_undefined("argument");
    }
    __mores_quiet(compare);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(key, elements + middle * size);
        if (order == 0) {
            size_t first = middle, beyond = middle + 1;
            while (first > 0 && compare(key, elements + (first - 1) * size) == 0) {
                first--;
            }
            while (beyond < count && compare(key, elements + beyond * size) == 0) {
                beyond++;
            }
            size_t chosen = beyond - first > 1 ? (unsigned)__mores_open_natural("bsearch") % (beyond - first) : 0;
            return (void *)(elements + (first + chosen) * size);
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return (void *)0;
}

void srand(unsigned seed) {}
void srandom(unsigned seed) {}

void *aligned_alloc(size_t alignment, size_t size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
        __mores_unsupported("an alignment that is no power of two");
    }
    return __mores_refused() ? (void *)0 : __builtin_malloc(size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment % sizeof(void *) != 0) {
        return 22;
    }
    int error = __mores_errno;
    if (__mores_refused()) {
        __mores_errno = error;
        return 12;
    }
    void *made = __builtin_malloc(size);
    if (made == (void *)0) {
        return 12;
    }
    *memory = made;
    return 0;
}

void *realloc(void *memory, size_t size)
{
    return __mores_refused() ? (void *)0 : __mores_resized(memory, size);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    if (__mores_refused()) {
        return (void *)0;
    }
    if (size != 0 && count > ~(size_t)0 / size) {
        __mores_errno = 12;
        return (void *)0;
    }
    return __mores_resized(memory, count * size);
}

/* Whoever looks at `errno` has also what sets it. */
int *__errno_location(void)
{
    if (0) {
        __mores_set_errno(0);
    }
    return &__mores_errno;
}

void __mores_set_errno(int error) { __mores_errno = error; }

void *__mores_resized(void *memory, size_t size)
{
    if (memory == (void *)0) {
        return __builtin_malloc(size);
    }
    size_t before = __mores_size(memory);
    if (size == 0) {
        __mores_unsupported("memory is resized to nothing");
    }
    void *resized = __builtin_malloc(size);
    if (resized != (void *)0) {
        __builtin_memcpy(resized, memory, before < size ? before : size);
        __builtin_free(memory);
    }
    return resized;
}

/* What does not fit has no meaning here. */
static long long __mores_small(const char *text, unsigned long long most)
{
    _Bool negative = 0, large = 0;
    unsigned long long value = __mores_read(text, (char **)0, 10, most, most + 1, &negative, &large);
    if (large) {
        __mores_undefined("overflow");
    }
    return (long long)(negative ? 0 - value : value);
}

/* How often elements are compared, and in which order, is left open: comparing must do nothing else. */
static void __mores_quiet(int (*compare)(const void *, const void *))
{
    if (__mores_acts(compare)) {
        __mores_unsupported("how often elements are compared, where comparing them does more than give a result");
    }
}

static _Bool __mores_differ(const char *left, const char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i]) {
            return 1;
        }
    }
    return 0;
}

static long long __mores_whole(const char *text, char **end, int base, unsigned long long most)
{
    _Bool negative = 0, large = 0;
    unsigned long long value = __mores_read(text, end, base, most, most + 1, &negative, &large);
    return (long long)(negative ? 0 - value : value);
}

static unsigned long long __mores_natural(const char *text, char **end, int base, unsigned long long most)
{
    _Bool negative = 0, large = 0;
    unsigned long long value = __mores_read(text, end, base, most, most, &negative, &large);
    return negative && !large ? (0 - value) & most : value;
}

/* The amount of a number, cut to the most, or to the least where there is a minus. */
static unsigned long long __mores_read(const char *text, char **end, int base, unsigned long long most,
                                       unsigned long long least, _Bool *negative, _Bool *large)
{
    size_t at = 0;
    if (base < 0 || base == 1 || base > 36) {
        __mores_undefined("argument");
    }
    while (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')) {
        at++;
    }
    if (text[at] == '-' || text[at] == '+') {
        *negative = text[at] == '-';
        at++;
    }
    if ((base == 0 || base == 16) && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')
        && __mores_digit(text[at + 2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = text[at] == '0' ? 8 : 10;
    }
    unsigned long long limit = *negative ? least : most, value = 0;
    unsigned long long cut = limit / (unsigned)base, rest = limit % (unsigned)base;
    size_t first = at;
    for (int digit = __mores_digit(text[at]); digit < base; digit = __mores_digit(text[at])) {
        if (value > cut || (value == cut && (unsigned)digit > rest)) {
            *large = 1;
        }
        value = value * (unsigned)base + (unsigned)digit;
        at++;
    }
    if (end != (char **)0) {
        *end = (char *)(at == first ? text : text + at);
    }
    if (at == first) {
        *negative = 0;
    }
    if (*large) {
        __mores_errno = 34;
        return limit;
    }
    return value;
}

/* 36 for what is no digit. */
static int __mores_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}
