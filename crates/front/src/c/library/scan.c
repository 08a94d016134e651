/* scanf and its kin: characters of a text or a stream are stored as a format says. Pointers, wide characters, memory that is
   allocated (%m) and arguments by number are not done. */

typedef __typeof__(sizeof 0) size_t;

/* Where characters come from: a text, or a stream. */
struct __mores_source {
    const char *text;
    void *stream;
    /* All of the text. */
    const char *whole;
    size_t length;
    /* How many were taken and not put back, and the last one, -1 at the end. */
    long long taken;
    int last;
};

/* A conversion: whether its value is dropped, the most characters (-1 where any number may be read), the size of what is stored, from
   that of char at -2 to that of long long at 2, and the characters of a set. The letter is 0 for a character that stands for itself. */
struct __mores_wanted {
    _Bool dropped;
    char letter;
    int width, size;
    const char *set;
    /* How many bytes were stored. */
    size_t stored;
};

/* What became of a conversion. */
enum __mores_success { __mores_done, __mores_fails, __mores_ends };

/* The most characters of a number that are looked at. */
enum { __mores_longest_number = 400 };

extern char __mores_stdin;

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);

/* Intrinsic: whether so many bytes from here and so many from there share one. */
_Bool __mores_overlap(const void *here, size_t count, const void *there, size_t other);

int __mores_get_from(void *stream);
void __mores_unread(int c, void *stream);
double __mores_read_real(const char *text, char **end, _Bool narrow);

static int __mores_scan_text(const char *text, const char *format, __builtin_va_list args);
static int __mores_scan_stream(void *stream, const char *format, __builtin_va_list args);
static int __mores_scan(struct __mores_source *source, const char *format, __builtin_va_list args);
static const char *__mores_wants(const char *format, struct __mores_wanted *wanted);
static const char *__mores_size_wanted(const char *format, struct __mores_wanted *wanted);
static enum __mores_success __mores_convert(struct __mores_source *source, struct __mores_wanted *wanted, void *to);
static enum __mores_success __mores_literal(struct __mores_source *source, char literal);
static enum __mores_success __mores_characters(struct __mores_source *source, struct __mores_wanted *wanted, char *to);
static enum __mores_success __mores_word(struct __mores_source *source, struct __mores_wanted *wanted, char *to);
static enum __mores_success __mores_of_set(struct __mores_source *source, struct __mores_wanted *wanted, char *to);
static enum __mores_success __mores_integer(struct __mores_source *source, struct __mores_wanted *wanted, void *to);
static enum __mores_success __mores_fraction(struct __mores_source *source, struct __mores_wanted *wanted, void *to);
static enum __mores_success __mores_store_fraction(const char *digits, struct __mores_wanted *wanted, void *to);
static void __mores_store(unsigned long long value, struct __mores_wanted *wanted, void *to);
static void __mores_fit(unsigned long long amount, _Bool negative, _Bool large, struct __mores_wanted *wanted);
static const char *__mores_end_of_set(const char *set);
static _Bool __mores_in_set(int c, const char *set, const char *end);
static int __mores_next(struct __mores_source *source);
static void __mores_give_back(struct __mores_source *source);
static void __mores_skip(struct __mores_source *source);
static _Bool __mores_blank(int c);
static int __mores_value_of(int c);

int sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int count = __mores_scan_text(text, format, args);
    __builtin_va_end(args);
    return count;
}

int scanf(const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int count = __mores_scan_stream(&__mores_stdin, format, args);
    __builtin_va_end(args);
    return count;
}

int fscanf(void *stream, const char *format, ...)
{
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int count = __mores_scan_stream(stream, format, args);
    __builtin_va_end(args);
    return count;
}

int vsscanf(const char *text, const char *format, __builtin_va_list args) { return __mores_scan_text(text, format, args); }
int vscanf(const char *format, __builtin_va_list args) { return __mores_scan_stream(&__mores_stdin, format, args); }

int vfscanf(void *stream, const char *format, __builtin_va_list args)
{
    return __mores_scan_stream(stream, format, args);
}

/* All of a text is looked at first, as libraries do: it must have an end. */
static int __mores_scan_text(const char *text, const char *format, __builtin_va_list args)
{
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    struct __mores_source source = {text, (void *)0, text, length + 1, 0, 0};
    return __mores_scan(&source, format, args);
}

static int __mores_scan_stream(void *stream, const char *format, __builtin_va_list args)
{
    struct __mores_source source = {(const char *)0, stream, (const char *)0, 0, 0, 0};
    return __mores_scan(&source, format, args);
}

/* How many values were stored; -1 where the input ends before anything was. */
static int __mores_scan(struct __mores_source *source, const char *format, __builtin_va_list args)
{
    int count = 0;
    _Bool blank = 0;
    while (*format != 0) {
        struct __mores_wanted wanted = {0, 0, -1, 0, (const char *)0, 0};
        enum __mores_success success = __mores_done;
        char literal = *format++;
        if (__mores_blank((unsigned char)literal)) {
            blank = 1;
            continue;
        }
        if (literal == '%') {
            format = __mores_wants(format, &wanted);
        }
        char letter = wanted.letter;
        if (blank || (letter != 0 && letter != 'c' && letter != '[' && letter != 'n')) {
            __mores_skip(source);
        }
        blank = 0;
        if (letter == 0 || letter == '%') {
            success = __mores_literal(source, literal);
        } else {
            void *to = wanted.dropped ? (void *)0 : __builtin_va_arg(args, void *);
            success = __mores_convert(source, &wanted, to);
            if (source->stream == (void *)0 && wanted.stored != 0
                && __mores_overlap(to, wanted.stored, source->whole, source->length)) {
                __mores_undefined("overlap");
            }
            if (success == __mores_done && letter != 'n' && !wanted.dropped) {
                count++;
            }
        }
        if (success != __mores_done) {
            return success == __mores_ends && count == 0 ? -1 : count;
        }
    }
    if (blank) {
        __mores_skip(source);
    }
    return count;
}

/* Reads what stands behind %; what follows the conversion. */
static const char *__mores_wants(const char *format, struct __mores_wanted *wanted)
{
    int width = 0;
    if (*format == '*') {
        wanted->dropped = 1;
        format++;
    }
    while (*format >= '0' && *format <= '9') {
        width = width * 10 + (*format++ - '0');
    }
    wanted->width = width == 0 ? -1 : width;
    format = __mores_size_wanted(format, wanted);
    wanted->letter = *format;
    if (*format == 'l' || *format == 0) {
        __mores_unsupported("a format that is not understood");
    }
    if (*format != '[') {
        return format + 1;
    }
    wanted->set = format + 1;
    return __mores_end_of_set(format + 1) + 1;
}

static const char *__mores_size_wanted(const char *format, struct __mores_wanted *wanted)
{
    for (;; format++) {
        if (*format == 'h' && wanted->size > -2) {
            wanted->size--;
        } else if (*format == 'l' && wanted->size < 2) {
            wanted->size++;
        } else if (*format == 'z' || *format == 't') {
            wanted->size = 1;
        } else if (*format == 'j' || *format == 'q' || *format == 'L') {
            wanted->size = 2;
        } else {
            return format;
        }
    }
}

static enum __mores_success __mores_convert(struct __mores_source *source, struct __mores_wanted *wanted, void *to)
{
    char letter = wanted->letter;
    if (letter == 'n') {
        if (!wanted->dropped) {
            __mores_store((unsigned long long)source->taken, wanted, to);
        }
        return __mores_done;
    }
    if (letter == 'd' || letter == 'i' || letter == 'u' || letter == 'x' || letter == 'X' || letter == 'o') {
        return __mores_integer(source, wanted, to);
    }
    if (letter >= 'a' ? letter == 'a' || (letter >= 'e' && letter <= 'g') : letter == 'A' || (letter >= 'E' && letter <= 'G')) {
        return __mores_fraction(source, wanted, to);
    }
    if (letter == 'c' && wanted->size <= 0) {
        return __mores_characters(source, wanted, to);
    }
    if (letter == 's' && wanted->size <= 0) {
        return __mores_word(source, wanted, to);
    }
    if (letter == '[' && wanted->size <= 0) {
        return __mores_of_set(source, wanted, to);
    }
    __mores_unsupported("a format for pointers, wide characters or memory that is allocated");
    return __mores_fails;
}

static enum __mores_success __mores_literal(struct __mores_source *source, char literal)
{
    int c = __mores_next(source);
    if (c == (unsigned char)literal) {
        return __mores_done;
    }
    __mores_give_back(source);
    return c == -1 ? __mores_ends : __mores_fails;
}

static enum __mores_success __mores_characters(struct __mores_source *source, struct __mores_wanted *wanted, char *to)
{
    int count = wanted->width < 0 ? 1 : wanted->width;
    for (int i = 0; i < count; i++) {
        int c = __mores_next(source);
        if (c == -1) {
            return i == 0 ? __mores_ends : __mores_done;
        }
        if (to != (char *)0) {
            to[i] = (char)c;
            wanted->stored++;
        }
    }
    return __mores_done;
}

static enum __mores_success __mores_word(struct __mores_source *source, struct __mores_wanted *wanted, char *to)
{
    int length = 0;
    while (wanted->width < 0 || length < wanted->width) {
        int c = __mores_next(source);
        if (c == -1 || __mores_blank(c)) {
            __mores_give_back(source);
            break;
        }
        if (to != (char *)0) {
            to[length] = (char)c;
        }
        length++;
    }
    if (length == 0) {
        return __mores_ends;
    }
    if (to != (char *)0) {
        to[length] = 0;
        wanted->stored = (size_t)length + 1;
    }
    return __mores_done;
}

static enum __mores_success __mores_of_set(struct __mores_source *source, struct __mores_wanted *wanted, char *to)
{
    _Bool other = *wanted->set == '^';
    const char *set = wanted->set + other, *end = __mores_end_of_set(wanted->set);
    int length = 0;
    while (wanted->width < 0 || length < wanted->width) {
        int c = __mores_next(source);
        if (c == -1 || __mores_in_set(c, set, end) == other) {
            __mores_give_back(source);
            if (length == 0) {
                return c == -1 ? __mores_ends : __mores_fails;
            }
            break;
        }
        if (to != (char *)0) {
            to[length] = (char)c;
        }
        length++;
    }
    if (to != (char *)0) {
        to[length] = 0;
        wanted->stored = (size_t)length + 1;
    }
    return __mores_done;
}

/* Behind the last character of a set: the first may be a bracket. */
static const char *__mores_end_of_set(const char *set)
{
    if (*set == '^') {
        set++;
    }
    if (*set == ']') {
        set++;
    }
    while (*set != ']') {
        if (*set == 0) {
            __mores_unsupported("a format that is not understood");
        }
        set++;
    }
    return set;
}

/* A minus between two characters stands for those between them, unless it is the first or the last. */
static _Bool __mores_in_set(int c, const char *set, const char *end)
{
    for (const char *at = set; at < end; at++) {
        if (*at == '-' && at > set && at + 1 < end && (unsigned char)at[-1] <= (unsigned char)at[1]) {
            if (c >= (unsigned char)at[-1] && c <= (unsigned char)at[1]) {
                return 1;
            }
        } else if (c == (unsigned char)*at) {
            return 1;
        }
    }
    return 0;
}

static enum __mores_success __mores_integer(struct __mores_source *source, struct __mores_wanted *wanted, void *to)
{
    char letter = wanted->letter;
    int base = letter == 'i' ? 0 : letter == 'o' ? 8 : letter == 'x' || letter == 'X' ? 16 : 10;
    int left = wanted->width, digits = 0;
    unsigned long long amount = 0;
    _Bool large = 0;
    int c = __mores_next(source);
    if (c == -1) {
        return __mores_ends;
    }
    _Bool negative = c == '-';
    if (c == '-' || c == '+') {
        left -= left > 0;
        c = __mores_next(source);
    }
    if (left != 0 && c == '0') {
        left -= left > 0;
        digits = 1;
        c = __mores_next(source);
        if (left != 0 && (c == 'x' || c == 'X') && (base == 0 || base == 16)) {
            base = 16;
            left -= left > 0;
            c = __mores_next(source);
        } else if (base == 0) {
            base = 8;
        }
    }
    base = base == 0 ? 10 : base;
    unsigned long long cut = ~0ULL / (unsigned)base, rest = ~0ULL % (unsigned)base;
    while (left != 0 && __mores_value_of(c) < base) {
        unsigned digit = (unsigned)__mores_value_of(c);
        if (amount > cut || (amount == cut && digit > rest)) {
            large = 1;
        }
        amount = amount * (unsigned)base + digit;
        digits++;
        left -= left > 0;
        c = __mores_next(source);
    }
    __mores_give_back(source);
    if (digits == 0) {
        return __mores_fails;
    }
    if (!wanted->dropped) {
        __mores_fit(amount, negative, large, wanted);
        __mores_store(negative ? 0 - amount : amount, wanted, to);
    }
    return __mores_done;
}

/* What the object that is to hold it has no room for has no meaning here. */
static void __mores_fit(unsigned long long amount, _Bool negative, _Bool large, struct __mores_wanted *wanted)
{
    int size = wanted->size;
    _Bool is_signed = wanted->letter == 'd' || wanted->letter == 'i';
    unsigned long long most = size == 2 ? ~0ULL : size == 1 ? ~0UL : size == 0 ? ~0U : size == -1 ? 65535 : 255;
    unsigned long long limit = is_signed ? most / 2 + negative : most;
    if (large || amount > limit) {
        __mores_undefined("overflow");
    }
}

static void __mores_store(unsigned long long value, struct __mores_wanted *wanted, void *to)
{
    int size = wanted->size;
    wanted->stored = size == 2 ? sizeof(long long) : size == 1 ? sizeof(long) : size == 0 ? sizeof(int) : size == -1 ? 2 : 1;
    if (size == 2) {
        *(long long *)to = (long long)value;
    } else if (size == 1) {
        *(long *)to = (long)value;
    } else if (size == 0) {
        *(int *)to = (int)value;
    } else if (size == -1) {
        *(short *)to = (short)value;
    } else {
        *(signed char *)to = (signed char)value;
    }
}

static enum __mores_success __mores_fraction(struct __mores_source *source, struct __mores_wanted *wanted, void *to)
{
    char digits[__mores_longest_number];
    int length = 0, left = wanted->width;
    _Bool digit = 0, dot = 0, exponent = 0;
    int c = __mores_next(source);
    left -= left > 0;
    if (c == -1) {
        return __mores_ends;
    }
    if (c == '-' || c == '+') {
        digits[length++] = (char)c;
        if (left == 0) {
            return __mores_fails;
        }
        c = __mores_next(source);
        if (c == -1) {
            return __mores_fails;
        }
        left -= left > 0;
    }
    if (c == 'n' || c == 'N' || c == 'i' || c == 'I') {
        __mores_unsupported("a number with a fraction that is infinite or none");
    }
    int first = length;
    if (left != 0 && c == '0') {
        digits[length++] = '0';
        c = __mores_next(source);
        left -= left > 0;
        if (left != 0 && (c == 'x' || c == 'X')) {
            __mores_unsupported("a number with a fraction to the base 16");
        }
        digit = 1;
    }
    for (;;) {
        if (length + 1 == __mores_longest_number) {
            __mores_unsupported("a number with a fraction that is so long");
        }
        if (c >= '0' && c <= '9') {
            digit = 1;
        } else if (exponent && digits[length - 1] == 'e' && (c == '-' || c == '+')) {
        } else if (digit && !exponent && (c == 'e' || c == 'E')) {
            exponent = 1;
            dot = 1;
            c = 'e';
        } else if (c == '.' && !dot) {
            dot = 1;
        } else {
            __mores_give_back(source);
            break;
        }
        digits[length++] = (char)c;
        if (left == 0) {
            break;
        }
        c = __mores_next(source);
        if (c == -1) {
            break;
        }
        left -= left > 0;
    }
    if (length == first) {
        return __mores_fails;
    }
    digits[length] = 0;
    return __mores_store_fraction(digits, wanted, to);
}

static enum __mores_success __mores_store_fraction(const char *digits, struct __mores_wanted *wanted, void *to)
{
    char *end = (char *)0;
    _Bool wide = wanted->size == 1;
    if (wanted->size != 0 && wanted->size != 1) {
        __mores_unsupported("a number with a fraction of another size");
    }
    double number = __mores_read_real(digits, &end, !wide);
    if (end == digits) {
        return __mores_fails;
    }
    if (to == (void *)0) {
        return __mores_done;
    }
    wanted->stored = wide ? sizeof(double) : sizeof(float);
    if (wide) {
        *(double *)to = number;
    } else {
        *(float *)to = (float)number;
    }
    return __mores_done;
}

/* The next character, -1 at the end, behind which nothing is read. */
static int __mores_next(struct __mores_source *source)
{
    if (source->last == -1) {
        return -1;
    }
    if (source->stream != (void *)0) {
        source->last = __mores_get_from(source->stream);
    } else {
        source->last = *source->text == 0 ? -1 : (unsigned char)*source->text++;
    }
    if (source->last != -1) {
        source->taken++;
    }
    return source->last;
}

static void __mores_give_back(struct __mores_source *source)
{
    if (source->last == -1) {
        return;
    }
    source->taken--;
    if (source->stream != (void *)0) {
        __mores_unread(source->last, source->stream);
    } else {
        source->text--;
    }
}

static void __mores_skip(struct __mores_source *source)
{
    int c = __mores_next(source);
    while (__mores_blank(c)) {
        c = __mores_next(source);
    }
    __mores_give_back(source);
}

static _Bool __mores_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The value of a digit, 36 for what is none. */
static int __mores_value_of(int c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 36;
}
